// The sides of a fight as cards: who is on them with their numbers, how many, and fields for all that can be said of them.
import { bdi, capital, el, find } from './dom.js';
import { glyph, token } from './drawings.js';
import { hide, isHidden, renameSide } from './draft.js';
import { field, flag, idOf, mistake, number, pick, refresh, same, several } from './fields.js';
import { searchFor } from './search.js';
import { pairs, unpairs } from './yaml.js';

const ABILITIES = ['STR', 'INT', 'WIS', 'DEX', 'CON', 'CHA'];
const SURPRISED = { '': 'rolled', true: 'yes', false: 'no' };
const open = new Set(); // what is unfolded, by its number

const kindOf = (one) => ('class' in one ? 'class' : 'monster' in one ? 'monster' : 'hand');
const plainCount = (one) => /^\d+$/.test(one.count ?? '1');

/** `page`: the book, its creatures, the parties there are, what was checked, and how to draw anew and to tell a change. */
export const sides = (form, page) => form.sides.map((side, n) => card(side, n, form, page));

function toggle(thing, page, focus) {
	const id = idOf(thing);
	if (open.has(id)) open.delete(id);
	else open.add(id);
	page.redraw();
	if (focus) find(`[data-of="${id}"] [data-field="${focus}"]`)?.focus();
}

// --- a side

function card(side, n, form, page) {
	const shown = page.checked?.sides?.[n];
	const mine = shown?.name === side.name ? shown : null;
	const carried = mine?.carried || 0;
	const wrong = page.mistakes.filter((one) => one.path[0] === 'sides' && one.path[1] === side.name);
	return el(
		`section.leaf.side-card.side-${n % 4}`,
		{ 'data-key': `side ${idOf(side)}`, 'data-test': 'side-form', 'data-side': side.name, 'aria-label': capital(side.name || 'a side') },
		heading(side, page),
		open.has(idOf(side)) && more(side, form, page),
		wrong.filter((one) => one.path[2] !== 'members').map((one) => el('p', {}, mistake(one, one.path[2] === 'party' ? (near) => set(side.own, 'party', near, page) : null))),
		el(
			'ul.members',
			{},
			mine?.members.slice(0, carried).map((one, at) => guest(one, at, n)),
			side.members.map((one, at) => row(one, at, { side, n, shown: mine?.members[carried + at], wrong: wrong.filter((each) => each.path[2] === 'members' && each.path[3] === at), page })),
		),
		foot(side, n, form, page),
	);
}

function set(thing, key, value, page) {
	thing[key] = value;
	page.changed();
}

const heading = (side, page) =>
	el(
		'h2',
		{ 'data-key': 'heading' },
		glyph(side.own.players ? 'shield' : 'fang'),
		el('input.name', {
			value: side.name,
			'data-now': side.name,
			'aria-label': 'Name of the side',
			size: Math.max(3, side.name.length),
			'data-field': 'side-name',
			oninput: (event) => {
				if (event.target.value.trim()) renameSide(side, event.target.value.trim());
			},
		}),
		el('small', {}, [typeof side.own.party === 'string' && side.own.party, side.own.players ? 'players' : 'foes', side.own['way out'] === false && 'no way out', side.own.surprised && 'surprised', side.own.ambush && 'in ambush'].filter(Boolean).join(' · ')),
		el('button.icon.bare', { type: 'button', onclick: () => toggle(side, page), 'aria-expanded': String(open.has(idOf(side))), 'aria-label': `More about ${side.name}`, 'data-test': 'side-more' }, glyph('dots')),
	);

function more(side, form, page) {
	const { own } = side;
	const done = page.changed;
	return el(
		'div.editor',
		{ 'data-key': 'more' },
		flag('played by players', own.players, (on) => set(own, 'players', on || null, page)),
		flag('can get away', own['way out'] ?? true, (on) => set(own, 'way out', on ? null : false, page)),
		flag('expects a fight', own.wary, (on) => set(own, 'wary', on || null, page)),
		pick('Tactic', own.tactic || 'nearest', same(page.book.tactics), (value) => set(own, 'tactic', value, page)),
		pick('Surprised', own.surprised == null ? '' : String(own.surprised), SURPRISED, (value) => set(own, 'surprised', value === '' ? null : value === 'true', page)),
		pick('Ambush', own.ambush || '', { '': 'none', prepared: 'prepared', chance: 'by chance' }, (value) => set(own, 'ambush', value, page)),
		field('Morale of all', own, 'morale', done, { as: number, size: 4, placeholder: 'own' }),
		form.sides.length > 2 &&
			el(
				'button.quiet',
				{
					type: 'button',
					'data-test': 'remove-side',
					onclick: () => {
						form.sides.splice(form.sides.indexOf(side), 1);
						done();
					},
				},
				'Remove this side',
			),
	);
}

function foot(side, n, form, page) {
	const { parties } = page;
	const named = side.own.party;
	return el(
		'p.inline.foot',
		{ 'data-key': 'foot' },
		el('button.bare', { type: 'button', onclick: () => add(side, page), 'data-test': 'add-member' }, side.own.players ? 'Add a hero' : 'Add a foe'),
		side.own.players && (parties.length > 0 || named) &&
			pick('Party', typeof named === 'string' ? named : '', { '': 'none from the library', ...same(parties.map((one) => one.name)), ...(typeof named === 'string' && same([named])) }, (value) => set(side.own, 'party', value || null, page), { 'data-test': 'party-of' }),
		typeof named === 'string' && el('button.bare', { type: 'button', onclick: () => page.party('unpack', side), 'data-test': 'edit-party' }, 'Edit this party'),
		side.own.players && side.members.length > 0 && el('button.bare', { type: 'button', onclick: () => page.party('save', side), 'data-test': 'save-party' }, 'Save as a party'),
		n === form.sides.length - 1 && n < 7 && el('button.bare', { type: 'button', onclick: () => another(form, page), 'data-test': 'add-side' }, n === 1 ? 'Third side' : 'Another side'),
	);
}

/** A hero without a name, to be filled in; a foe is searched for. */
function add(side, page) {
	if (!side.own.players) {
		searchFor(side);
		return page.redraw();
	}
	const one = { name: '', class: page.book.content.classes[0], level: 1 };
	side.members.push(one);
	open.add(idOf(one));
	page.changed();
	find(`[data-of="${idOf(one)}"] [data-field="name"]`)?.focus();
}

function another(form, page) {
	const side = { name: `side ${form.sides.length + 1}`, own: {}, members: [] };
	form.sides.push(side);
	searchFor(side);
	page.changed();
}

// --- a member

/** Somebody of a library party: changed there. */
const guest = (one, at, n) =>
	el(
		'li.member',
		{ 'data-key': `guest ${at}`, 'data-test': 'guest' },
		token({ side: n, glyph: one.glyph }, 46),
		el('div', {}, el('p.who', {}, bdi(one.name), ' ', el('small', {}, said(one))), el('p.facts', {}, facts(one, {}))),
	);

const said = (shown) => [shown.kind !== shown.name.toLowerCase() && shown.kind, shown.level].filter(Boolean).join(' ');

function facts(shown, one) {
	const abilities = ABILITIES.filter((name) => one[name] != null && one[name] !== '').map((name) => `${name} ${one[name]}`);
	const hp = shown.hp ? `${shown.hp} hp` : `hp ${shown.hp_dice}`;
	return [`AC ${shown.ac}`, hp, ...shown.attacks, ...abilities, /^(morale|loyalty)/.test(shown.morale) && shown.morale, ...shown.notes.filter((note) => note !== 'leads')].filter(Boolean).join(' · ');
}

function row(one, at, about) {
	const { side, n, shown, wrong, page } = about;
	const id = idOf(one);
	const kind = one.class || one.monster || '';
	const name = one.name || capital(kind) || 'Somebody';
	const many = plainCount(one) ? Number(one.count ?? 1) : one.count;
	return el(
		'li.member',
		{ 'data-key': `member ${id}`, 'data-of': id, 'data-test': 'member', 'data-name': name },
		token({ side: n, glyph: shown?.glyph || (one.leader ? 'crown' : 'sword') }, 46),
		el(
			'div',
			{},
			el('p.who', {}, bdi(name), ' ', el('small', {}, [[one.name && kind, one.class && (one.level ?? 1), many !== 1 && `× ${many}`].filter(Boolean).join(' '), one.leader && 'leads'].filter(Boolean).join(', '))),
			el('p.facts', {}, shown ? facts(shown, one) : '…', isHidden(one) && el('b', {}, ' · hidden at first')),
			wrong.map((each) => el('p', { 'data-test': 'wrong-member' }, mistake(each, mender(one, each, page)))),
		),
		el(
			'span.tools',
			{},
			!one.name && one.monster && plainCount(one) && stepper(one, many, at, about),
			el('button.icon.bare', { type: 'button', onclick: () => toggle(one, page), 'aria-expanded': String(open.has(id)), 'aria-label': `Change ${name}`, 'data-test': 'edit-member' }, glyph('dots')),
		),
		open.has(id) && editor(one, at, about),
	);
}

/** Puts the right word where the wrong one stands. */
function mender(one, { path }, page) {
	const at = path.at(-1);
	const key = path.find((step) => typeof step === 'string' && step in one && path.indexOf(step) > 3);
	return (near) => {
		if (Array.isArray(one[key]) && typeof at === 'number') one[key] = one[key].map((word, n) => (n === at ? near : word));
		else one[key && !Array.isArray(one[key]) ? key : kindOf(one)] = near;
		page.changed();
		refresh();
	};
}

function stepper(one, many, at, { side, page }) {
	const step = (by) => {
		if (many + by > 0) one.count = String(many + by);
		else side.members.splice(at, 1);
		page.changed();
	};
	return el(
		'span.stepper',
		{ role: 'group', 'aria-label': `How many: ${one.monster}` },
		el('button', { type: 'button', onclick: () => step(-1), 'aria-label': `One ${one.monster} fewer`, 'data-test': 'fewer' }, '−'),
		el('b', { 'data-test': 'count' }, String(many)),
		el('button', { type: 'button', onclick: () => step(1), 'aria-label': `One ${one.monster} more`, 'data-test': 'more' }, '+'),
	);
}

// --- its fields

const SHOWN = new Set([...'name count monster class level gear spells hp leader tactic cover morale'.split(' '), ...ABILITIES]);

function editor(one, at, about) {
	const { side, page, wrong } = about;
	const done = page.changed;
	const kind = kindOf(one);
	const { content, armour, tactics, covers } = page.book;
	const own = page.creatures.map((each) => each.name);
	const is = (key) => wrong.some((each) => each.path.includes(key));
	return el(
		'div.editor',
		{ 'data-key': `editor ${kind}`, 'data-test': 'editor' },
		field('Name', one, 'name', done, { size: 14, dir: 'auto' }),
		pick('What', kind, { class: 'a character', monster: 'a creature', hand: 'by its numbers' }, (to) => turn(one, kind, to, page), { 'data-test': 'what' }),
		kind === 'class' && pick('Class', one.class, same([...new Set([...content.classes, one.class].filter(Boolean))]), (value) => set(one, 'class', value, page), { 'data-field': 'class' }),
		kind === 'monster' && [field('Creature', one, 'monster', done, { size: 16, list: 'creatures', wrong: is('monster') }), el('datalist', { id: 'creatures' }, own.map((name) => el('option', { value: name })))],
		kind !== 'class' && field('How many', one, 'count', done, { size: 5, placeholder: '1' }),
		kind !== 'monster' && field('Level', one, 'level', done, { as: number, size: 3, inputmode: 'numeric', placeholder: '1', wrong: is('level') }),
		field('Hit points', one, 'hp', done, { as: number, size: 7, placeholder: 'rolled', wrong: is('hp') }),
		field('Armour class', one, armour, done, { as: number, size: 6, placeholder: 'by gear', wrong: is(armour) }),
		field('Morale', one, 'morale', done, { as: number, size: 5, placeholder: 'by kind', wrong: is('morale') }),
		kind !== 'monster' && el('div.abilities', { role: 'group', 'aria-label': 'Abilities' }, ABILITIES.map((name) => field(name, one, name, done, { as: number, size: 2, inputmode: 'numeric', placeholder: '–', wrong: is(name) }))),
		several('Gear', one, 'gear', { Weapons: content.weapons, Armour: content.armour, Potions: content.potions }, done, 'or type, as 3 javelin'),
		kind !== 'monster' && several('Spells', one, 'spells', { Spells: content.spells }, done, 'or type a name'),
		pick('Tactic', one.tactic || '', { '': `as ${side.name}`, ...same(tactics) }, (value) => set(one, 'tactic', value, page)),
		pick('Cover from missiles', one.cover || '', { '': 'none', ...same(covers) }, (value) => set(one, 'cover', value, page)),
		flag('leads the side', one.leader, (on) => set(one, 'leader', on || null, page)),
		flag('hidden from the players at first', isHidden(one), (on) => hide(one, on), 'hide-first'),
		rest(one, new Set([...SHOWN, armour]), page),
		el(
			'button.quiet',
			{
				type: 'button',
				'data-test': 'remove-member',
				'aria-label': `Remove ${one.name || one.monster || one.class || 'this one'}`,
				onclick: () => {
					side.members.splice(at, 1);
					done();
				},
			},
			'Remove',
		),
	);
}

/** From a character to a creature, or to somebody who has numbers alone. */
function turn(one, kind, to, page) {
	delete one.class;
	delete one.monster;
	if (to === 'class') one.class = page.book.content.classes[0];
	if (to === 'monster') one.monster = '';
	page.changed();
}

/** Whatever a file may say of a member beside these fields. */
function rest(one, shown, page) {
	const others = Object.fromEntries(Object.entries(one).filter(([key]) => !shown.has(key)));
	const write = (event) => {
		try {
			const said = unpairs(event.target.value);
			for (const key of Object.keys(others)) delete one[key];
			Object.assign(one, said);
			event.target.setCustomValidity('');
			page.changed();
		} catch {
			event.target.setCustomValidity('Not understood: write it as key: value, key: value.');
			event.target.reportValidity();
		}
	};
	const now = pairs(others);
	return el('label.field.wide', { 'data-key': 'rest' }, el('span', {}, 'Anything else'), el('input', { value: now, 'data-now': now, 'data-field': 'text', placeholder: 'mount: war horse, tags: undead', onchange: write }));
}
