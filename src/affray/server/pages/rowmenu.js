// The menu at a row of the rail: what the referee may do to somebody as they are, or to all who are ticked.
import { ask, call, inFight, trying } from './api.js';
import { dialog, dress } from './dialog.js';
import { el, find, several, tell } from './dom.js';
import { tools } from './head.js';
import { chosen, person, redraw, say, select, table } from './table.js';

let offered = []; // the commands that fit whoever the menu is for
let words = []; // the conditions that the book knows
let seats = []; // who speaks for whom

const names = (who) => (table.ticked.has(who.name) ? chosen() : [who.name]);
const fits = (name) => offered.some((one) => one.name === name);

/** Fetches what fits somebody; with several ticked, what fits each of them. */
export async function opened(name) {
	if (!name) return;
	dress();
	const people = names(person(name));
	const [lists, here] = await Promise.all([
		Promise.all(people.map((one) => trying(() => ask(inFight(`/commands?who=${encodeURIComponent(one)}`))))),
		trying(() => ask(inFight('/seats'))),
	]);
	const [first, ...others] = lists.map((list) => list || []);
	offered = first.filter((one) => others.every((list) => list.some((other) => other.name === one.name)));
	words = offered.find((one) => one.name === 'on')?.arguments.find((one) => one.name === 'CONDITION')?.words || [];
	seats = here || [];
}

async function speak(list, done = '') {
	if (await say('/words', { words: list }, done)) await again();
}

/** What fits has changed with what was said. */
async function again() {
	if (table.cursor) await opened(table.cursor);
	redraw();
}

const each = (who, make) => names(who).map(make);

/** A word that the book doesn't know is a condition of the referee's own. */
const condition = (name, word, rounds) =>
	words.includes(word.toLowerCase()) ? ['on', name, word, rounds].filter(Boolean) : ['mark', name, rounds || '0', word];

const form = (key, label, submit, ...inside) =>
	el(
		'form.inline',
		{
			'data-key': key,
			'data-test': `row-${key}`,
			'aria-label': label,
			onsubmit: (event) => {
				event.preventDefault();
				submit(event.target.elements);
				event.target.reset();
			},
		},
		...inside,
	);

function conditions(who) {
	const on = [...new Set(names(who).flatMap((name) => person(name).conditions.map((one) => one.name)))];
	const off = (word) =>
		speak(
			names(who)
				.filter((name) => person(name).conditions.some((one) => one.name === word))
				.map((name) => [words.includes(word) ? 'off' : 'unmark', name, word]),
		);
	return [
		form(
			'condition',
			'Condition',
			({ word, rounds }) => speak(each(who, (name) => condition(name, word.value.trim(), rounds.value))),
			el('input', { name: 'word', list: 'row-conditions', required: true, placeholder: 'Condition, any word', 'aria-label': 'Condition', autocomplete: 'off', 'data-test': 'row-condition-word' }),
			el('datalist', { id: 'row-conditions' }, words.map((word) => el('option', { value: word }))),
			el('input', { name: 'rounds', inputmode: 'numeric', pattern: '\\d*', size: 2, placeholder: 'rounds', 'aria-label': 'for how many rounds', 'data-test': 'row-rounds' }),
			el('button', { 'data-test': 'row-condition-go' }, 'Add'),
		),
		on.length > 0 && el('p.inline', { 'data-key': 'off' }, on.map((word) => el('button.bare', { 'data-key': word, 'data-test': 'row-lift', onclick: () => off(word) }, `End “${word}”`))),
	];
}

const note = (who) =>
	form(
		'note',
		'Note',
		({ text }) => speak(each(who, (name) => ['note', name, text.value.trim()])),
		el('input', { name: 'text', placeholder: who.note || 'Note, for you alone', 'aria-label': 'Note', autocomplete: 'off', 'data-test': 'row-note-words' }),
		el('button', {}, 'Save'),
	);

const score = (who) =>
	fits('score') &&
	names(who).length === 1 &&
	form(
		'score',
		'Score',
		({ points }) => speak([['score', who.name, points.value]]),
		el('label', {}, 'Score ', el('input', { name: 'points', required: true, inputmode: 'numeric', pattern: '\\d+', size: 3, placeholder: String(who.score ?? ''), 'data-test': 'row-points' })),
		el('button', {}, 'Set'),
		el('button.bare', { type: 'button', onclick: () => beside(who, 1), 'data-test': 'earlier' }, 'Act earlier'),
		el('button.bare', { type: 'button', onclick: () => beside(who, -1), 'data-test': 'later' }, 'Act later'),
	);

/** A score just above the one before, or just below the one after. */
function beside(who, step) {
	const own = who.score;
	const others = table.view.track.scores.map((one) => one.score).filter((one) => (step > 0 ? one >= own : one <= own));
	others.splice(others.indexOf(own), 1);
	if (!others.length) return tell(step > 0 ? 'Nobody acts earlier.' : 'Nobody acts later.');
	const next = step > 0 ? Math.min(...others) : Math.max(...others);
	speak([['score', who.name, String(Math.max(0, next + step))]]);
}

const LABELS = [
	['next', 'Act next'],
	['reveal', 'Reveal'],
	['enter', 'Join unseen'],
	['hide', 'Hide'],
	['overrule', 'Back into the fight'],
	['remove', 'Remove'],
];

function removal(people) {
	const sure = dialog(
		`Remove ${people.join(', ')} from the fight?`,
		el('p', {}, 'Undo brings them back.'),
		el(
			'button.primary',
			{
				'data-test': 'sure',
				onclick: () => {
					sure.close();
					speak(people.map((name) => ['remove', name]));
				},
			},
			'Remove',
		),
	);
}

const presence = (who) =>
	LABELS.filter(([name]) => fits(name)).map(([name, label]) =>
		el(
			'button',
			{ 'data-key': name, 'data-test': name, onclick: () => (name === 'remove' ? removal(names(who)) : speak(each(who, (one) => [name, one]))) },
			label,
		),
	);

/** Words to the one player who speaks for somebody: nobody else is sent anything. */
function write(seat) {
	const sent = (table.view.messages || []).filter((one) => one.to === seat.name);
	const shown = dialog(
		`To ${seat.name}`,
		el('p', {}, 'Only this player reads it. It is not in the log.'),
		el(
			'form.inline',
			{
				onsubmit: async (event) => {
					event.preventDefault();
					const text = event.target.elements.text.value.trim();
					if ((await trying(() => call('POST', inFight('/messages'), { seat: seat.id, words: text }))) == null) return;
					shown.close();
					tell(`Sent to ${seat.name}.`);
				},
			},
			el('input', { name: 'text', required: true, maxlength: 400, size: 36, 'aria-label': 'Message', 'data-test': 'message-words' }),
			el('button.primary', { 'data-test': 'message-send' }, 'Send'),
		),
		sent.length > 0 && [el('h3', {}, 'Not put away yet'), el('ul', {}, sent.map((one) => el('li', {}, one.words)))],
	);
	find('input', shown).focus();
}

const letters = (who) =>
	seats
		.filter((seat) => !seat.withdrawn && seat.role === 'player' && seat.people.includes(who.name))
		.map((seat) => el('button', { 'data-key': seat.id, 'data-test': 'write', onclick: () => write(seat) }, `Write to ${seat.name}`));

export function panel(who) {
	const people = names(who);
	return el(
		'div.row-menu',
		{ role: 'group', 'aria-label': `For ${people.join(', ')}`, 'data-key': 'row-menu', 'data-test': 'row-panel' },
		people.length > 1 && el('p', { 'data-key': 'for' }, el('b', {}, several(people.length, 'person', 'people')), `: ${people.join(', ')}`),
		conditions(who),
		note(who),
		score(who),
		el('p.inline', { 'data-key': 'presence' }, presence(who), people.length === 1 && letters(who)),
		el(
			'button.bare',
			{
				'data-key': 'more',
				'data-test': 'all-commands',
				onclick: () => {
					select(who.name);
					tools(true);
				},
			},
			'All commands …',
		),
	);
}
