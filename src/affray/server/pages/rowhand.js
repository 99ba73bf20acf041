// What the referee does at the rows: types hit points, drags somebody to the next turn, adds someone.
import { dress } from './dialog.js';
import { el, find, several, show, tell } from './dom.js';
import { changed, PATTERN } from './hp.js';
import { groupOf } from './rail.js';
import { chosen, person, redraw, say, table } from './table.js';

const place = find('#sides');
let editing = ''; // at whose row hit points are typed

// --- hit points

export function edit(name, text = '') {
	editing = name;
	redraw();
	const field = find('.hp-edit input', place);
	if (!field) return;
	field.value = text;
	field.focus();
	previewed({ target: field });
}

export const toggle = (name) => (editing === name ? close() : edit(name));

function close() {
	const name = editing;
	editing = '';
	redraw();
	find(`[data-name="${CSS.escape(name)}"] .hp`, place)?.focus();
}

/** Those whom a number at this row changes: all that are ticked, if this one is. */
const meant = (who) => (table.ticked.has(who.name) ? chosen().map(person) : [who]);

function previewed({ target }) {
	const people = meant(person(editing));
	const left = people.map((who) => [who, changed(who, target.value)]).filter(([, hp]) => hp != null);
	const words = left.length > 1 ? several(left.length, 'person', 'people') : left.map(([who, hp]) => `${who.hp} → ${hp}`).join('');
	show(find('.hp-edit output', place), words && [words, ' · ', el('b', {}, 'Enter'), ' applies it']);
}

async function apply(event) {
	event.preventDefault();
	const { value } = find('input', event.target);
	const words = meant(person(editing)).map((who) => ['hp', who.name, changed(who, value)]);
	if (words.some((word) => word[2] == null)) return tell('Type −5, +3 or =12.', true);
	if (await say('/words', { words: words.map(([verb, who, hp]) => [verb, who, String(hp)]) })) close();
}

function leave(event) {
	if (event.key !== 'Escape') return;
	event.stopPropagation();
	close();
}

/** The field at the row of whoever is edited. */
export const field = (who) =>
	editing === who.name &&
	el(
		'form.hp-edit',
		{ onsubmit: apply, onkeydown: leave, 'data-test': 'hp-edit' },
		el('input', { 'aria-label': `Hit points of ${who.name}`, autocomplete: 'off', inputmode: 'text', pattern: PATTERN, placeholder: '−5  +3  =12', oninput: previewed, 'data-test': 'hp-at-row' }),
		el('output', {}),
	);

// --- the order changed by hand

let dragged = '';
const nameAt = (event) => event.target.closest?.('.who')?.dataset.name;

place.addEventListener('dragstart', (event) => {
	dragged = nameAt(event) || '';
	event.dataTransfer?.setData('text/plain', dragged);
});
place.addEventListener('dragover', (event) => {
	const name = nameAt(event);
	if (dragged && name && dragged !== name && groupOf(name)?.startsWith('Next')) event.preventDefault();
});
place.addEventListener('drop', (event) => {
	event.preventDefault();
	say('/words', { words: [['next', dragged]] });
	dragged = '';
});

// --- more of them

export async function add({ elements: { who, side } }) {
	const words = who.value.trim().replace(/^(\d+)\s+(.*?)s$/, '$1 $2');
	const first = await say('/words', { words: [['add', words, side.value]] }, `${who.value.trim()} joined ${side.value}.`);
	if (first) who.value = '';
}

dress();
