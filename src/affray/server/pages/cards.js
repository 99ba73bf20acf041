// The answers as cards: whom each is about, how likely it lands, what it costs, and which of them is chosen.
import { share } from './board.js';
import { bdi, capital, el } from './dom.js';
import { token } from './drawings.js';
import { apart, far, person, table } from './table.js';

/** What is done, without to whom: "strike Orc 1 to spare" is "strike … to spare". */
export const verb = ({ words, target }) => (target && words.includes(target) ? words.replace(target, '…') : null);
export const verbLabel = (words) => capital(words.replace(/ …$/, ''));

const sideNumber = (who) => Math.max(0, table.view.sides.findIndex((side) => side.name === who.side));
const NUMBERED = /^(.*\D)\s?(\d+)$/;

/** The token of somebody, beside their name. */
export const tokenOf = (who, size) =>
	token(
		{
			side: sideNumber(who),
			share: share(who),
			glyph: who.glyph || (sideNumber(who) ? 'fang' : 'sword'),
			number: who.number ?? NUMBERED.exec(who.name)?.[2],
			dead: Boolean(who.out),
		},
		size,
	);

const healthOf = (who) => who.out || (who.hp != null ? `${who.hp} of ${who.max_hp} hp` : who.health === 'fresh' ? 'unhurt' : who.health);

function details(one, asker, near) {
	const [from, who] = [person(asker), person(one.target)];
	const left = one.price > 0 && one.left != null && `leaves a score of ${one.left}`;
	if (!who) return left || '';
	const kind = !who.name.toLowerCase().startsWith(who.kind.toLowerCase()) && who.kind;
	const away = from && from !== who && !near && far(apart(from, who));
	const conditions = who.out ? [] : who.conditions.map((condition) => condition.name);
	return [kind, who.armour != null && `AC ${who.armour}`, healthOf(who), ...conditions, away, left].filter(Boolean).join(' · ');
}

const coin = (price) =>
	el('span', { class: price ? 'price' : 'price free', role: 'img', 'aria-label': price ? `costs ${price}` : 'costs nothing' }, price || 'free');

const BADGES = [['best', 'best'], ['again', 'as before']];

/** One answer as a card. Where all cards are about the same act, only its target is seen. */
function card(one, { odds, alike, near, asker, picked, pick, take, priced, number }) {
	const chance = odds && table.chances?.[one.words];
	const [before, after] = alike ? verb(one).split('…') : [];
	const badge = BADGES.find(([name]) => one[name]);
	const who = person(one.target) || person(asker);
	const chosen = one.words === picked;
	return el(
		'button.choice',
		{
			role: 'radio',
			'aria-checked': String(chosen),
			tabindex: chosen || (!picked && number === 1) ? 0 : -1,
			onclick: () => pick(one.words),
			ondblclick: () => take(one.words),
			'data-test': 'legal',
			'data-words': one.words,
			'data-key': `card ${one.words}`,
		},
		who && tokenOf(who, 48),
		el(
			'span.about',
			{},
			el(
				'span.name',
				{},
				alike ? [el('span.hide', {}, capital(before)), bdi(one.target), el('span.hide', {}, after)] : capital(one.words),
				badge && el('span.tag', {}, badge[1]),
			),
			el('small.details', {}, details(one, asker, near)),
		),
		el(
			'span.worth',
			{},
			priced && coin(one.price),
			chance && odds.share(chance),
		),
		chance && odds.odds(chance),
		chance && odds.consequence(one, chance),
	);
}

/** Arrow keys go from answer to answer and choose, so that thirty of them are not thirty tabs away. */
export function arrows(event) {
	const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	if (!step || !event.target.matches('button')) return;
	const buttons = [...event.currentTarget.querySelectorAll('button:not(.clause)')];
	const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length);
	next?.focus();
	if (next?.getAttribute('role') === 'radio') next.click();
	event.preventDefault();
}

/** The answers that stand open: a group of which one is chosen. Enter takes it, so does a double click. */
export function cards(list, given) {
	const verbs = new Set(list.map(verb));
	const alike = verbs.size === 1 && !verbs.has(null);
	const priced = list.some((one) => one.price > 0);
	const from = person(given.asker);
	const near = new Set(list.map((one) => from && person(one.target) && apart(from, person(one.target)))).size < 2; // all as far: no distances
	const keys = (event) => {
		if (event.key === 'Enter' && event.target.matches('[role=radio]')) {
			event.preventDefault();
			given.take(event.target.dataset.words);
		} else arrows(event);
	};
	return el(
		'div.cards',
		{ role: 'radiogroup', 'aria-label': 'Answers', onkeydown: keys, class: `cards${list.length > 2 ? ' many' : ''}${list.length > 3 ? ' crowd' : ''}${priced ? ' priced' : ''}` },
		list.map((one, n) => card(one, { ...given, alike, near, priced, number: n + 1 })),
	);
}
