// The form of a scenario: title, distance, terrain, sides and their people. It writes into the object it was given.
import { capital, el } from './dom.js';
import { pairs, unpairs } from './yaml.js';

const TERRAIN = ['outdoors', 'daylight', 'dark', 'deck', 'bad ground', 'ledge'];
const SHOWN = new Set('name count monster class level gear spells hp leader'.split(' '));
const number = (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());
const list = (text) =>
	text
		.split(',')
		.map((one) => one.trim())
		.filter(Boolean);

/** A number for each thing of the form, so that a row's fields go with it when another is removed. */
const numbers = new WeakMap();
let last = 0;
const idOf = (thing) => {
	if (!numbers.has(thing)) numbers.set(thing, ++last);
	return numbers.get(thing);
};

/** A field that writes `thing[key]`; a change that alters what else is shown draws anew. */
function field(label, thing, key, { as = (text) => text.trim(), from = (value) => value ?? '', done, ...given }) {
	return el(
		'label',
		{},
		el('span', {}, label),
		el('input', {
			value: from(thing[key]),
			autocomplete: 'off',
			'data-field': key,
			...given,
			onchange: (event) => {
				try {
					thing[key] = as(event.target.value);
					event.target.setCustomValidity('');
					done();
				} catch {
					event.target.setCustomValidity('Not understood: write it as in the text, key: value, key: value.');
					event.target.reportValidity();
				}
			},
		}),
	);
}

const flag = (label, thing, key, done, usual = false) =>
	el(
		'label.flag',
		{},
		el('input', {
			type: 'checkbox',
			checked: thing[key] ?? usual,
			'data-field': key,
			onchange: (event) => {
				thing[key] = event.target.checked === usual ? null : event.target.checked;
				done();
			},
		}),
		` ${label}`,
	);

function pick(label, value, options, set) {
	return el(
		'label',
		{},
		el('span', {}, label),
		el(
			'select',
			{ onchange: (event) => set(event.target.value) },
			Object.entries(options).map(([key, words]) => el('option', { value: key, selected: key === value }, words)),
		),
	);
}

const words = (id, all) =>
	el(
		'datalist',
		{ id },
		all.map((one) => el('option', { value: one })),
	);

function place(form, done) {
	const land = (form.rest.terrain ||= {});
	return el(
		'fieldset',
		{ 'data-key': `place ${idOf(form)}` },
		el('legend', {}, 'The place'),
		field('Title', form.rest, 'title', { done: () => done(false), size: 26 }),
		field('Distance', form.rest, 'distance', {
			as: number,
			done: () => done(false),
			size: 9,
			placeholder: 'rolled',
			title: 'In feet, or contact; empty: it is rolled',
		}),
		field('Width of passage', land, 'width', { as: number, done: () => done(false), size: 5, placeholder: 'open' }),
		pick('Water', land.water || '', { '': 'none', in: 'in it', under: 'under it' }, (value) => {
			land.water = value;
			done(false);
		}),
		TERRAIN.map((key) => flag(key, land, key, () => done(false))),
	);
}

const kindOf = (one) => ('class' in one ? 'class' : 'monster' in one ? 'monster' : 'hand');

function person(one, n, side, done) {
	const kind = kindOf(one);
	const quiet = () => done(false);
	const more = { text: Object.fromEntries(Object.entries(one).filter(([key]) => !SHOWN.has(key))) };
	const keep = () => {
		for (const key of Object.keys(one)) if (!SHOWN.has(key)) delete one[key];
		Object.assign(one, more.text);
		done(false);
	};
	const turn = (to) => {
		const was = one[kind] || '';
		delete one.class;
		delete one.monster;
		if (to !== 'hand') one[to] = kind === 'hand' ? '' : was;
		done();
	};
	return el(
		'li',
		{ 'data-key': `${idOf(one)} ${kind}`, 'data-test': 'member' },
		field('How many', one, 'count', { done: quiet, size: 4, placeholder: '1' }),
		field('Name', one, 'name', { done: quiet, size: 14, dir: 'auto' }),
		pick('What', kind, { class: 'class', monster: 'monster', hand: 'by hand' }, turn),
		kind !== 'hand' &&
			field(capital(kind), one, kind, { done: quiet, size: 13, list: kind === 'class' ? 'classes' : 'monsters' }),
		kind !== 'monster' && field('Level', one, 'level', { as: number, done: quiet, size: 3, placeholder: '1' }),
		field('Hp', one, 'hp', { as: number, done: quiet, size: 7, placeholder: 'rolled' }),
		field('Gear', one, 'gear', {
			as: list,
			from: (all) => (all || []).join(', '),
			done: quiet,
			size: 26,
			list: 'things',
			placeholder: 'chain mail, sword',
		}),
		field('Spells', one, 'spells', {
			as: list,
			from: (all) => (all || []).join(', '),
			done: quiet,
			size: 16,
			list: 'spells',
		}),
		field('Anything else', more, 'text', {
			as: unpairs,
			from: pairs,
			done: keep,
			size: 26,
			placeholder: 'STR: 13, morale: 9',
		}),
		flag('leads', one, 'leader', quiet),
		el(
			'button.quiet',
			{
				onclick: () => {
					side.members.splice(n, 1);
					done();
				},
				'aria-label': `Remove ${one.name || one.monster || 'this one'}`,
				'data-test': 'remove-member',
			},
			'Remove',
		),
	);
}

/** The kept party that a side takes in, if it names any. */
function partyOf(own, parties, done) {
	const named = own.party ?? '';
	if (typeof named !== 'string' || !(parties.length || named)) return null;
	const names = [...new Set(['', named, ...parties.map((one) => one.name)])];
	return pick('Party', named, Object.fromEntries(names.map((name) => [name, name || 'none'])), (value) => {
		own.party = value || null;
		done();
	});
}

function sideForm(side, n, form, book, done, parties) {
	const { own } = side;
	const quiet = () => done(false);
	const surprised = own.surprised == null ? '' : String(own.surprised);
	return el(
		'fieldset.side-form',
		{ 'data-key': `side ${idOf(side)}`, 'data-test': 'side-form', class: `side-form side-${n % 4}` },
		el('legend', {}, capital(side.name || 'a side')),
		el(
			'div.row',
			{},
			field('Name', side, 'name', { done, size: 12, required: true }),
			pick('Tactic', own.tactic || 'nearest', Object.fromEntries(book.tactics.map((one) => [one, one])), (value) => {
				own.tactic = value;
				quiet();
			}),
			pick('Surprised', surprised, { '': 'it is rolled', true: 'yes', false: 'no' }, (value) => {
				own.surprised = value === '' ? null : value === 'true';
				quiet();
			}),
			partyOf(own, parties, done),
			flag('players', own, 'players', done),
			flag('can get away', own, 'way out', quiet, true),
			form.sides.length > 2 &&
				el(
					'button.quiet',
					{
						onclick: () => {
							form.sides.splice(n, 1);
							done();
						},
					},
					'Remove this side',
				),
		),
		el(
			'ul.members',
			{},
			side.members.map((one, at) => person(one, at, side, done)),
		),
		el(
			'p.inline',
			{},
			el(
				'button',
				{
					'data-test': 'add-member',
					onclick: () => {
						side.members.push(
							own.players
								? { name: `Hero ${side.members.length + 1}`, class: book.content.classes[0], level: 1 }
								: { monster: book.content.monsters[0], count: '1' },
						);
						done();
					},
				},
				'Add somebody',
			),
		),
	);
}

export function members(form, book, done, parties) {
	const { creatures } = form.rest;
	const own = creatures && typeof creatures === 'object' && !Array.isArray(creatures) ? Object.keys(creatures) : [];
	const things = [...book.content.weapons, ...book.content.armour, ...book.content.potions];
	const another = () => {
		form.sides.push({
			name: `side ${form.sides.length + 1}`,
			own: {},
			members: [{ monster: book.content.monsters[0], count: '1' }],
		});
		done();
	};
	return [
		words('classes', book.content.classes),
		words('monsters', [...own, ...book.content.monsters]),
		words('things', things),
		words('spells', book.content.spells),
		place(form, done),
		form.sides.map((side, n) => sideForm(side, n, form, book, done, parties)),
		el('button', { onclick: another, 'data-test': 'add-side' }, 'Another side'),
	];
}
