// The keyboard: everything of a fight without a mouse, and a dialog that tells which key does what.
import { dialog } from './dialog.js';
import { el, find } from './dom.js';
import { tools } from './head.js';
import { edit } from './rail.js';
import { mayAnswer, redo, redraw, referee, select, table, tick, undo } from './table.js';

const focus = (selector) => find(selector)?.focus();
const press = (selector) => find(selector)?.click();

/** The next answer: the dice as typed, else the first that is legal. */
function next() {
	if (!mayAnswer()) return;
	if (find('#asks .dice')) find('#asks .dice').requestSubmit();
	else press('#asks .take .main');
}

function step(by) {
	const names = [...document.querySelectorAll('#sides .who')].map((row) => row.dataset.name);
	const at = names.indexOf(table.cursor);
	const name = names.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by) % names.length);
	if (!name) return;
	select(name);
	find(`#sides [data-name="${CSS.escape(name)}"] .pick`).focus();
}

/** Hit points are typed at the row; of several, where those who saved are ticked too. */
function hitPoints(text) {
	if (!referee()) return;
	if (table.ticked.size || !table.cursor) return hand('#hp', text);
	edit(table.cursor, text);
}

/** Opens the referee's tools at a field; what it needs may have to be fetched first. */
async function hand(selector, text) {
	if (!referee()) return;
	await tools(true);
	const field = find(selector);
	if (!field) return;
	if (text) field.value = text;
	field.focus();
}

function nobody() {
	if (!find('#hand').hidden) {
		tools(false);
		focus('#tools');
	}
	table.cursor = null;
	table.ticked.clear();
	redraw();
}

const KEYS = {
	n: ['next: the answer that is chosen, or the dice as typed', next],
	a: ['to the answers; arrow keys go along them', () => focus('#asks .die, #asks [aria-checked=true], #asks [data-test="legal"]')],
	j: ['select the next person', () => step(1)],
	k: ['select the one before', () => step(-1)],
	x: [
		'tick the one selected, to take several at once',
		() => referee() && table.cursor && tick(table.cursor, !table.ticked.has(table.cursor)),
	],
	t: ['damage to who is ticked or selected', () => hitPoints('-')],
	l: ['heal them', () => hitPoints('+')],
	g: ['give them a condition', () => hand('#condition')],
	u: ['undo (Ctrl+Z too)', undo],
	r: ['redo (Ctrl+Shift+Z too)', redo],
	o: ['odds on the answers, on or off', () => press('#odds-switch')],
	'/': ['search the log', () => focus('#search')],
	Escape: ['select nobody', nobody],
	'?': ['this help', help],
};

export function help() {
	dialog(
		'Keys',
		el(
			'dl.keys',
			{},
			Object.entries(KEYS).map(([key, [words]]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)]),
		),
	);
}

/** The number keys choose a card. */
function choose(event) {
	if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input, textarea, select') || find('dialog[open]')) return;
	const card = document.querySelectorAll('#asks [role=radio]')[event.key - 1];
	card?.focus();
	card?.click();
}

export function pressed(event) {
	if (/^[1-9]$/.test(event.key)) return choose(event);
	const field = event.target.matches('input:not([type=checkbox]), textarea, select');
	const leaving = event.key === 'Escape' && find('#hand').contains(event.target); // a way out of the hand's fields
	const typing = (field && !leaving) || find('dialog[open]');
	if (typing || event.altKey || !table.view) return;
	const undoing = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
	if (event.ctrlKey || event.metaKey) {
		if (!undoing) return;
		event.preventDefault();
		return event.shiftKey ? redo() : undo();
	}
	const known = KEYS[event.key] || KEYS[event.key.toLowerCase()];
	if (!known) return;
	event.preventDefault();
	known[1]();
}
