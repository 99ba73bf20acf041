// The question at hand: its legal answers as buttons, the refused ones greyed with the reason, what may be said ahead.
import { ask as get, inFight, trying } from './api.js';
import { healthWords, sentence } from './board.js';
import { diceForm } from './dice.js';
import { all, bdi, capital, cite, el, find, percent, several, show } from './dom.js';
import { apart, far, mayAnswer, person, redraw, say, table, watch } from './table.js';

export const answer = (words) => say('/answers', { answer: words });

/** What is done, without to whom: "strike Orc 1 to spare" is "strike … to spare". */
const verb = ({ words, target }) => (target && words.includes(target) ? words.replace(target, '…') : null);
const verbLabel = (words) => capital(words.replace(/ …$/, ''));

function byVerb(answers) {
	const groups = new Map();
	for (const one of answers) {
		const name = verb(one);
		if (name) groups.set(name, [...(groups.get(name) || []), one]);
	}
	return groups;
}

function about(asker, target) {
	const from = person(asker);
	const who = person(target);
	if (!who) return '';
	return [from && from !== who && far(apart(from, who)), healthWords(who)].filter(Boolean).join(' · ');
}

/** One answer to press. In a group only the target is seen; the rest of its words is there for those who listen. */
function choice(one, { grouped, press, asker, pressed, first }) {
	const chance = table.chances?.[one.words];
	const [before, after] = grouped ? verb(one).split('…') : [one.words, ''];
	const words = grouped
		? [el('span.hide', {}, capital(before)), bdi(one.target), el('span.hide', {}, after)]
		: capital(one.words);
	return el(
		'button.choice',
		{
			onclick: () => press(one.words),
			'data-test': 'legal',
			'data-words': one.words,
			'data-key': one.words,
			'aria-pressed': pressed == null ? null : String(pressed),
		},
		el('span', {}, words),
		first && el('kbd', { 'aria-hidden': true }, 'n'),
		one.target && el('small', {}, about(asker, one.target)),
		chance && el('small.chance', {}, chance.words || percent(chance.share)),
	);
}

const MANY = 12; // answers of one kind: from there on they are folded, so that the others can be seen

/** All answers: those without a target in a row, then for each verb a row of targets, then kinds with very many. */
export function choices(answers, { press, asker, said, key = '' }) {
	const button = (one, grouped) =>
		choice(one, {
			grouped,
			press,
			asker,
			first: !key && one === answers[0],
			pressed: said === undefined ? null : said === one.words,
		});
	const kinds = Map.groupBy ? Map.groupBy(answers, (one) => one.kind) : new Map();
	const folded = [...kinds].filter(([, list]) => list.length > MANY && byVerb(list).size > 2);
	const hidden = new Set(folded.map(([kind]) => kind));
	return el(
		'div.choices',
		{ onkeydown: arrows },
		rows(
			answers.filter((one) => !hidden.has(one.kind)),
			button,
			key,
		),
		folded.map(([kind, list]) =>
			el(
				'details.fold',
				{ 'data-key': `${key}fold ${kind}`, 'data-test': 'fold' },
				el('summary', {}, `${capital(kind)} … (${list.length})`),
				rows(list, button, key),
			),
		),
	);
}

function rows(answers, button, key) {
	const groups = byVerb(answers);
	const plain = answers.filter((one) => !verb(one) || groups.get(verb(one)).length === 1);
	return [
		plain.length > 0 &&
			el(
				'div.row',
				{},
				plain.map((one) => button(one)),
			),
		[...groups]
			.filter(([, list]) => list.length > 1)
			.map(([name, list]) =>
				el(
					'div.verb',
					{ role: 'group', 'aria-label': verbLabel(name), 'data-key': key + name },
					el('h3', { 'aria-hidden': true }, verbLabel(name)),
					el(
						'div.row',
						{},
						list.map((one) => button(one, true)),
					),
				),
			),
	];
}

/** Arrow keys go from answer to answer, so that thirty of them are not thirty tabs away. */
function arrows(event) {
	const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	if (!step || !event.target.matches('button')) return;
	const buttons = all('button:not(.clause)', event.currentTarget);
	buttons.at((buttons.indexOf(event.target) + step) % buttons.length)?.focus();
	event.preventDefault();
}

/** What can be done to the one selected on the board or the strip. */
function toSelected(asks) {
	const here = asks.legal.filter((one) => one.target && one.target === table.cursor);
	const who = table.cursor;
	return (
		here.length > 1 &&
		el(
			'div.verb.selected',
			{ role: 'group', 'aria-label': `To ${who}`, 'data-key': '→' },
			el('h3', {}, '→ ', bdi(who)),
			el(
				'div.row',
				{},
				here.map((one) =>
					el('button.choice', { onclick: () => answer(one.words), 'data-test': 'to-selected' }, capital(one.words)),
				),
			),
		)
	);
}

/** The refused ones, alike taken together: the same verb for the same reason, whoever it is about. */
function refusals(asks) {
	const groups = new Map();
	for (const one of asks.refused || []) {
		const key = [verb(one) || one.words, one.target ? one.why.replaceAll(one.target, '…') : one.why, one.clause].join(
			'|',
		);
		groups.set(key, [...(groups.get(key) || []), one]);
	}
	return (
		groups.size > 0 &&
		el(
			'details.refused',
			{ open: groups.size < 5, 'data-key': `refused${groups.size < 5}` },
			el('summary', {}, `Not now: ${groups.size}`),
			el(
				'ul',
				{},
				[...groups].map(([key, list]) => el('li', { 'data-key': key }, refusal(list, key.split('|')[1]))),
			),
		)
	);
}

function refusal(list, why) {
	const [one] = list;
	const many = list.length > 1;
	return el(
		'button.choice.no',
		{
			'aria-disabled': true,
			'data-test': 'refused',
			'data-words': list.map((each) => each.words).join(', '),
			'data-clause': one.clause,
		},
		el('span', {}, many ? verbLabel(verb(one)) : capital(one.words)),
		many && el('small', {}, list.map((each) => each.target).join(', ')),
		el('small', {}, many ? why : one.why),
		el('small.clause-name', {}, one.clause),
	);
}

/** What holds from now on: always one of the answers, if need be only up to a price, or never. */
function standing(asks) {
	if (asks.kind !== 'answer' || asks.legal.length === 0) return null;
	const set = (words, told) => say('/always', { who: asks.who, ask: asks.ask, answer: words }, told);
	const options = asks.legal
		.filter((one) => one.words !== 'pass')
		.map((one) => el('option', { value: one.words }, capital(one.words)));
	const always = (event) => {
		event.preventDefault();
		const { words, limit } = event.target.elements;
		set(words.value + (limit?.checked ? ` for ${limit.value} or less` : ''), 'Will be done every time.');
	};
	return el(
		'details.always',
		{ 'data-key': 'always' },
		el('summary', {}, 'Always or never'),
		options.length > 0 &&
			el(
				'form.inline',
				{ onsubmit: always },
				el('label', {}, el('span.hide', {}, 'What to do every time'), el('select', { name: 'words' }, options)),
				asks.price > 0 &&
					el(
						'label',
						{},
						el('input', { type: 'checkbox', name: 'limit', value: asks.price }),
						` only for ${asks.price} or less`,
					),
				el('button', { 'data-test': 'always' }, 'Always do this'),
			),
		el('button', { 'data-test': 'never', onclick: () => set('pass', 'Will be passed every time.') }, 'Never'),
	);
}

function left(asks) {
	if (!asks.until) return null;
	const seconds = Math.max(0, Math.ceil((asks.until - Date.now()) / 1000));
	return el('p.deadline', { 'data-test': 'deadline' }, `${several(seconds, 'second')} left; then it passes by itself`);
}

function question(view) {
	const { asks } = view;
	if (view.fight.trouble)
		return [
			el('h2', { tabindex: -1, 'data-home': true }, 'This fight can be read, but not continued'),
			el('p.wrong', { 'data-test': 'trouble' }, view.fight.trouble),
		];
	if (view.fight.over)
		return [
			el(
				'h2',
				{ tabindex: -1, 'data-home': true },
				view.fight.winner ? ['The fight is over: won by ', bdi(view.fight.winner)] : 'The fight is over',
			),
		];
	if (!asks) return [el('h2', { tabindex: -1, 'data-home': true }, 'Nothing is asked just now')];
	if (!mayAnswer())
		return [
			el('h2', { tabindex: -1, 'data-home': true, 'data-test': 'waiting' }, 'Waiting for ', bdi(asks.who)),
			asks.what && !asks.what.startsWith('Waiting') && el('p', {}, sentence(asks.what), ' ', cite(asks.clause)),
		];
	const head = [
		asks.reaction && el('p.badge', {}, 'Reaction'),
		el('h2', { tabindex: -1, 'data-home': true, 'data-test': 'question' }, sentence(asks.what)),
		cite(asks.clause),
		el('p.note', { 'data-test': 'aside' }, person(asks.who)?.aside),
		left(asks),
	];
	if (asks.kind === 'dice') return [head, diceForm(asks, answer, view.n)];
	return [
		head,
		toSelected(asks),
		choices(asks.legal, { press: answer, asker: asks.who }),
		refusals(asks),
		standing(asks),
	];
}

/** The odds of each answer, when the switch is on and they may be seen. */
async function chances(view) {
	const wanted =
		localStorage.getItem('odds') === 'on' && view.you.may.odds && mayAnswer() && view.asks.kind === 'answer';
	if (!wanted || table.chances) return;
	table.chances = {};
	const found = await trying(() => get(inFight('/chances')));
	if (found && table.view === view) {
		table.chances = found;
		redraw();
	}
}

const place = find('#asks');
watch(() => {
	const { view } = table;
	const dice = find('[data-test="die"]', place);
	const free = place.contains(document.activeElement) || document.activeElement === document.body;
	show(place, question(view));
	place.classList.toggle('yours', Boolean(view.asks?.yours));
	const die = find('[data-test="die"]', place);
	if (die && die !== dice && free && view.asks.yours) die.focus(); // dice are typed without reaching for the mouse
	chances(view);
});

setInterval(() => {
	const shown = find('.deadline', place);
	if (shown && table.view.asks) shown.textContent = left(table.view.asks)?.textContent || '';
}, 1000);
