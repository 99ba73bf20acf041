// A player's own: the character at the head of a phone, whose turn it is or who is next, and the others of one's own.
import { healthWords, share, sideClass, timeLeft } from './board.js';
import { tokenOf } from './cards.js';
import { bdi, el, find, show } from './dom.js';
import { person, table } from './table.js';

const NOW = 'Acts now';
const NEXT = 'Next'; // the first words of the group's name
const STEADY = 0.34; // of the hit points; with less a word is said

/** One's own, the one whose turn it is first and the fallen last. */
const mine = (view) => view.people.filter((who) => who.yours).sort((a, b) => (b.state === 'acting') - (a.state === 'acting') || b.up - a.up);

function facts(who, { fight }) {
	const round = fight.over ? 'over' : fight.round ? `round ${fight.round}` : '';
	const kind = !who.name.toLowerCase().startsWith(who.kind.toLowerCase()) && who.kind;
	return [kind, who.armour != null && `AC ${who.armour}`, who.score > 0 ? `score ${who.score}` : round].filter(Boolean).join(' · ');
}

function inHead(who, view) {
	return [
		tokenOf(who, 50),
		el('div.name', {}, el('strong', {}, bdi(who.name)), el('small', {}, facts(who, view))),
		el(
			'div.points',
			{ class: `points${share(who) < STEADY ? ' low' : ''}`, 'data-test': 'my-hp' },
			who.hp == null ? el('strong', {}, who.health) : [el('strong', {}, Math.max(0, who.hp)), el('span', {}, ` of ${who.max_hp}`), el('small', {}, 'hit points')],
		),
	];
}

const conditions = (who) =>
	who.out !== 'dead' && who.conditions.length > 0 && el('ul.pills', {}, who.conditions.map((one) => el('li.condition-pill', {}, one.name + timeLeft(one))));

function own(who, first) {
	const numbers = [who.armour != null && `AC ${who.armour}`, who.score > 0 && `score ${who.score}`, who.weapon !== 'weapon' && who.weapon].filter(Boolean);
	return el(
		'section',
		{ class: `card own ${sideClass(who.side)}${first ? ' in-head' : ''}`, 'data-key': who.name, 'data-test': 'own' },
		el('div.row', {}, tokenOf(who, 40), el('div', {}, el('strong', {}, bdi(who.name)), el('small', {}, [who.kind, ...numbers].join(' · '))), el('strong.hp', {}, healthWords(who))),
		conditions(who),
		who.note && el('p.note', {}, who.note),
	);
}

// --- whose turn it is

const groupOf = (view, name) => view.turns.find((group) => group.name.startsWith(name));

/** "Then orcs, Grub first", or "Then Grub". */
function then(view) {
	const next = groupOf(view, NEXT);
	if (!next?.who.length) return '';
	const side = next.name.includes(', ') && next.name.slice(NEXT.length + 2);
	return side && person(next.who[0]) ? ['Then ', bdi(side), ', ', bdi(next.who[0]), ' first'] : ['Then ', bdi(next.who[0])];
}

const pill = (who, words, hollow = '') => el('b', { class: `turn-pill ${sideClass(person(who)?.side)} ${hollow}` }, words);

/** The line above the question: that it is one's turn, or comes next; nothing where there is nothing to tell. */
export function badge(view) {
	const { asks, people } = view;
	const several = people.filter((who) => who.yours).length > 1;
	if (asks?.yours) {
		const what = asks.reaction ? 'Your reaction' : asks.kind === 'dice' ? 'Your roll' : 'Your turn';
		return [pill(asks.who, several ? [`${what}: `, bdi(asks.who)] : what), el('span', {}, !asks.reaction && asks.kind !== 'dice' && then(view))];
	}
	const next = groupOf(view, NEXT)?.who.find((name) => person(name)?.yours);
	const now = groupOf(view, NOW)?.who[0];
	return next ? [pill(next, several ? [bdi(next), ' is next'] : 'You’re next', 'hollow'), now && el('span', {}, 'after ', bdi(now))] : null;
}

/** Draws what is the player's own; the first of them stands at the head of a phone. */
export function draw() {
	const { view } = table;
	const [first, ...others] = mine(view);
	const head = find('#me');
	head.hidden = !first;
	head.className = first ? sideClass(first.side) : '';
	show(head, first && inHead(first, view));
	show(find('#own'), first && [own(first, true), others.map((who) => own(who, false))]);
	document.body.classList.toggle('plays', Boolean(first));
}
