// Search as one types: creatures and classes of the book, those of this fight and of the bestiaries, with their numbers.
import { capital, el, find, tell } from './dom.js';
import { glyph, token } from './drawings.js';
import { idOf } from './fields.js';

const MOST = 8;
const COUNTED = /^(\d+|\d*d\d+)\s+(.*)$/i;
const seen = { words: '', at: 0, side: null };

/** Lets what is added next go to this side, and waits for its name. */
export function searchFor(side) {
	seen.side = side;
	find('#search').focus();
}

/** Where in a name the words stand: at its beginning, at that of a word, or anywhere. */
function rank(name, words) {
	const at = name.toLowerCase().indexOf(words);
	return at <= 0 ? at : /\W/.test(name[at - 1]) ? 1 : 2;
}

function hits(creatures) {
	const counted = COUNTED.exec(seen.words.trim());
	const words = (counted ? counted[2] : seen.words).trim().toLowerCase();
	if (!words) return [];
	const found = creatures.map((one) => ({ ...one, count: counted?.[1] || '1', rank: rank(one.name, words), words }));
	return found.filter((one) => one.rank >= 0).sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || a.name.localeCompare(b.name)).slice(0, MOST);
}

/** The side it would go to: the one that was asked for, else players for a class and foes for a monster. */
function sideFor(one, sides) {
	if (sides.includes(seen.side)) return seen.side;
	const fitting = sides.filter((side) => Boolean(side.own.players) === (one.what === 'class'));
	return fitting.at(-1) || sides.at(-1);
}

/** Adds it; to those of its kind, if some are there. */
function put(one, form, done) {
	const side = sideFor(one, form.sides);
	const plain = (member) => member.monster === one.name && !member.name && /^\d+$/.test(member.count || '1') && Object.keys(member).every((key) => ['monster', 'count'].includes(key));
	const there = one.what === 'class' ? null : side.members.find(plain);
	if (one.entry) (form.rest.creatures ||= {})[one.name] ??= one.entry;
	if (there && /^\d+$/.test(one.count)) there.count = String(Number(there.count || 1) + Number(one.count));
	else if (one.what === 'class') for (let n = 0; n < (Number(one.count) || 1); n++) side.members.push({ class: one.name, level: 1 });
	else side.members.push({ monster: one.name, count: one.count });
	Object.assign(seen, { words: '', at: 0 });
	find('#search').value = '';
	tell(`${one.count} × ${one.name} added to ${side.name}.`);
	done();
}

export const numbersOf = (one) =>
	[one.ac != null && `AC ${one.ac}`, one.hd && `${one.hd} HD`, one.hp_dice && !one.hd && `${one.hp_dice} hp`, one.attacks?.length && one.attacks.join(', ')].filter(Boolean).join(' · ');

function marked(name, words) {
	const at = name.toLowerCase().indexOf(words);
	return [name.slice(0, at), el('mark', {}, name.slice(at, at + words.length)), name.slice(at + words.length)];
}

const hit = (one, n, form, done) =>
	el(
		`button.hit.side-${form.sides.indexOf(sideFor(one, form.sides)) % 4}`,
		{
			type: 'button',
			role: 'option',
			id: `hit-${n}`,
			tabindex: -1,
			'aria-selected': String(n === seen.at),
			'data-key': `${one.what} ${one.name}`,
			'data-test': 'hit',
			'data-name': one.name,
			onclick: () => {
				put(one, form, done);
				find('#search').focus();
			},
		},
		token({ side: form.sides.indexOf(sideFor(one, form.sides)), glyph: one.glyph || 'fang' }, 40),
		el('span', {}, el('b', {}, marked(capital(one.name), one.words)), el('small', {}, [one.from, numbersOf(one)].filter(Boolean).join(' · '))),
		el('span', { 'aria-hidden': true }, n === seen.at ? [one.count === '1' ? '' : one.count, ' ↵'] : '+'),
	);

export function search(form, creatures, redraw, done) {
	const found = hits(creatures);
	seen.at = Math.min(seen.at, Math.max(0, found.length - 1));
	const move = (event) => {
		const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
		if (event.key === 'Escape') seen.words = event.target.value = '';
		else if (event.key === 'Enter' && found[seen.at]) put(found[seen.at], form, done);
		else if (step && found.length && event.key.match(/Up|Down/)) seen.at = (seen.at + step + found.length) % found.length;
		else return;
		event.preventDefault();
		redraw();
	};
	const to = form.sides.includes(seen.side) ? ` for ${seen.side.name}` : '';
	return [
		el(
			'div.box',
			{ 'data-key': 'box' },
			glyph('find'),
			el('input', {
				id: 'search',
				role: 'combobox',
				'aria-label': `Search creatures and classes${to}`,
				'aria-expanded': String(found.length > 0),
				'aria-controls': 'hits',
				'aria-autocomplete': 'list',
				'aria-activedescendant': found.length ? `hit-${seen.at}` : null,
				placeholder: `Add creatures and characters${to}: 6 orc, fighter …`,
				autocomplete: 'off',
				'data-test': 'search-creatures',
				oninput: (event) => {
					seen.words = event.target.value;
					seen.at = 0;
					redraw();
				},
				onkeydown: move,
			}),
		),
		el(
			'div.hits',
			{ id: 'hits', role: 'listbox', 'aria-label': 'Creatures and classes', 'data-key': 'hits', hidden: !found.length },
			found.map((one, n) => hit(one, n, form, done)),
		),
		seen.words.trim() && !found.length && el('p.small', { 'data-key': `none ${idOf(form)}`, role: 'status' }, 'Nothing of that name in this book. Paste its stat block, or add it by hand.'),
	];
}
