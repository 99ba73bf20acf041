// The sides and their people: bars, who has acted, what they are in; the player's own come first and large.
import { bdi, capital, el, find, show } from './dom.js';
import { apart, far, person, referee, select, table, tick, watch } from './table.js';

const STATES = { acting: 'acts now', acted: 'has acted', waiting: 'waits', holding: 'holds', casting: 'casting' };
const SHARES = { fresh: 1, hurt: 0.6, 'badly hurt': 0.25, down: 0 };

/** The share of a bar; where numbers are not known, what can be seen. */
export const share = (who) =>
	who.max_hp ? Math.max(0, Math.min(1, (who.hp ?? 0) / who.max_hp)) : (SHARES[who.health] ?? 1);
export const shape = (who) => (share(who) > 0.66 ? 'fresh' : share(who) > 0.33 ? 'hurt' : 'low');
export const healthWords = (who) => (who.out ? who.out : who.hp != null ? `${who.hp} / ${who.max_hp} hp` : who.health);
export const sideClass = (name) => `side-${table.view.sides.findIndex((side) => side.name === name) % 4}`;

export const bar = (who) =>
	el('span.bar', { class: `bar ${shape(who)}`, '--share': share(who), 'aria-hidden': true }, el('i'));

export function tags(who) {
	const words = [];
	const add = (text, kind = '') => words.push(el('li', { class: kind }, text));
	if (STATES[who.state] && who.up) add(STATES[who.state], who.state);
	if (who.hidden) add('hidden', 'hidden-one');
	for (const one of who.conditions)
		if (one.name !== who.out && who.out !== 'dead')
			add(one.name + (one.until == null ? '' : ` until ${one.until > 0 ? 'round ' : ''}${one.until}`), 'condition');
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

function row(who) {
	const here = table.cursor === who.name;
	const from = person(table.view.asks?.who);
	const away = from && from !== who && who.up ? far(apart(from, who)) : '';
	const classes = ['who', who.out && 'out', who.hidden && 'unseen', here && 'here', who.state]
		.filter(Boolean)
		.join(' ');
	return el(
		'li',
		{ class: classes, 'data-key': who.name, 'data-test': 'who', 'data-name': who.name },
		referee() &&
			el(
				'label.tick',
				{},
				el('input', {
					type: 'checkbox',
					checked: table.ticked.has(who.name),
					onchange: (event) => tick(who.name, event.target.checked),
					'aria-label': `Tick ${who.name}`,
					'data-test': 'tick',
				}),
			),
		el(
			'button.pick',
			{ onclick: () => select(here ? null : who.name), 'aria-pressed': String(here) },
			el(
				'span.line',
				{},
				el('strong', {}, bdi(who.name)),
				' ',
				el('small', {}, !who.name.toLowerCase().startsWith(who.kind.toLowerCase()) && who.kind),
				el('span.hp', { 'data-test': 'hp' }, healthWords(who)),
			),
			bar(who),
			el('small.numbers', {}, [numbers(who), away].filter(Boolean).join(' · ')),
		),
		tags(who),
		[who.note, who.aside].map((words) => words && el('p.note', {}, words)),
	);
}

const acted = (people) => {
	const up = people.filter((one) => one.up);
	const done = up.filter((one) => one.state === 'acted').length;
	return done ? `${done} of ${up.length} have acted` : `${up.length} of ${people.length} standing`;
};

function side(one) {
	const people = table.view.people.filter((who) => who.side === one.name);
	return (
		people.length > 0 &&
		el(
			'section',
			{ class: `card side ${sideClass(one.name)}`, 'data-key': one.name, 'data-test': 'side' },
			el('h2', {}, bdi(capital(one.name)), ' ', el('small', {}, acted(people))),
			el('ul.people', {}, people.map(row)),
		)
	);
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

function draw() {
	const { view } = table;
	show(find('#own'), view.you.role === 'player' && mine(view).map(own));
	const sides = new Set(mine(view).map((who) => who.side));
	show(find('#sides'), [...view.sides].sort((a, b) => sides.has(b.name) - sides.has(a.name)).map(side));
}

if (find('#own')) watch(draw); // the room's screen takes the parts and draws them its own way
