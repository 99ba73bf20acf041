// What is said of people on several pages: bars, health, conditions, names; and the player's own, large.
import { bdi, el, find, several, show } from './dom.js';
import { table, watch } from './table.js';

const STATES = { acting: 'acts now', acted: 'has acted', waiting: 'waits', holding: 'holds', casting: 'casting' };
const SHARES = { fresh: 1, hurt: 0.6, 'badly hurt': 0.25, down: 0 };

/** The share of a bar; where numbers are not known, what can be seen. */
export const share = (who) =>
	who.max_hp ? Math.max(0, Math.min(1, (who.hp ?? 0) / who.max_hp)) : (SHARES[who.health] ?? 1);
export const shape = (who) => (share(who) > 0.66 ? 'fresh' : share(who) > 0.33 ? 'hurt' : 'low');
export const healthWords = (who) => (who.out ? who.out : who.hp != null ? `${who.hp} / ${who.max_hp} hp` : who.health);
export const sideNumber = (name) => table.view.sides.findIndex((side) => side.name === name);
export const sideClass = (name) => `side-${sideNumber(name) % 4}`;

export const bar = (who) =>
	el('span.bar', { class: `bar ${shape(who)}`, '--share': share(who), 'aria-hidden': true }, el('i'));

/** "1 round left"; nothing where it outlasts the fight. */
export const timeLeft = (one) =>
	one.left == null ? '' : one.left ? ` · ${several(one.left, 'round')} left` : ' · this round';

export function tags(who) {
	const words = [];
	const add = (text, kind = '') => words.push(el('li', { class: kind }, text));
	if (STATES[who.state] && who.up) add(STATES[who.state], who.state);
	if (who.hidden) add('hidden', 'hidden-one');
	for (const one of who.conditions)
		if (one.name !== who.out && who.out !== 'dead')
			add(one.name + timeLeft(one), 'condition');
	if (who.engaged.length) add(['engaged: ', who.engaged.map((name, n) => [n ? ', ' : '', bdi(name)])]);
	return words.length > 0 && el('ul.tags', {}, words);
}

/** The sentence with its names set apart, each in its own direction. */
export function sentence(words) {
	const names = table.view.people.map((who) => who.name).sort((a, b) => b.length - a.length);
	const parts = [];
	let rest = words;
	const next = () =>
		names
			.map((name) => [rest.indexOf(name), name])
			.filter(([at]) => at >= 0)
			.sort((a, b) => a[0] - b[0])[0];
	for (let found = next(); found; found = next()) {
		parts.push(rest.slice(0, found[0]), el('b', {}, bdi(found[1])));
		rest = rest.slice(found[0] + found[1].length);
	}
	return [...parts, rest];
}

function numbers(who) {
	return [
		who.armour != null && `AC ${who.armour}`,
		who.morale != null && `morale ${who.morale}`,
		who.score && `score ${who.score}`,
		who.weapon !== 'weapon' && who.weapon,
	]
		.filter(Boolean)
		.join(' · ');
}

function own(who) {
	return el(
		'section',
		{ class: `card own ${sideClass(who.side)}`, 'data-key': who.name, 'data-test': 'own' },
		el('h2', {}, bdi(who.name), ' ', el('small', {}, who.kind)),
		el('p.line', {}, el('strong.hp', {}, healthWords(who)), el('span', {}, numbers(who))),
		bar(who),
		tags(who),
		who.note && el('p.note', {}, who.note),
	);
}

/** One's own, the one whose turn it is first and the fallen last. */
const mine = (view) =>
	view.people.filter((who) => who.yours).sort((a, b) => (b.state === 'acting') - (a.state === 'acting') || b.up - a.up);

watch(() => {
	const place = find('#own'); // the room's screen takes the parts and draws them its own way
	if (place) show(place, table.view.you.role === 'player' && mine(table.view).map(own));
});
