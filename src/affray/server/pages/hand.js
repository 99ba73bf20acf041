// The referee's tools: quick forms for what is done most, and one form for every command of the book.
import { ask, bring, inFight, trying } from './api.js';
import { dialog, dress } from './dialog.js';
import { el, find, several, show, tell } from './dom.js';
import { changed as changedBy, PATTERN } from './hp.js';
import { chosen, person, redraw, say, table, watch } from './table.js';

let commands = []; // of the book: name, usage, meaning, about, arguments, examples
let command = ''; // the one that is shown
const place = find('#hand > div');
const saved = new Set(); // those for whom it is half

const changed = (who, text) => changedBy(who, text, saved.has(who.name));
const value = (name) => place.querySelector(`[name="${name}"]`)?.value.trim() || '';

/** Gives referee commands, with the reason that stands in its field. */
async function speak(words, done) {
	if (!words.length) return tell('Nobody is selected: click a name, or j and k.', true);
	if (!(await say('/words', { words, reason: value('reason') }, done))) return;
	for (const field of place.querySelectorAll('input:not([type=checkbox])')) field.value = '';
	saved.clear();
	redraw();
}

const each = (make) => chosen().map(make);
const form = (label, test, act, ...fields) =>
	el(
		'form.inline',
		{
			'aria-label': label,
			'data-test': test,
			'data-key': test,
			onsubmit: (event) => {
				event.preventDefault();
				act();
			},
		},
		...fields,
	);
const field = (label, name, given = {}) => el('label', {}, label, el('input', { name, autocomplete: 'off', ...given }));
const pick = (label, name, options, given = {}) =>
	el(
		'label',
		{},
		label,
		el(
			'select',
			{ name, ...given },
			options.map((one) => el('option', { value: one }, one)),
		),
	);
const list = (id, words) =>
	el(
		'datalist',
		{ id },
		words.map((word) => el('option', { value: word })),
	);

function hitPoints() {
	const text = value('hp');
	const people = chosen().map(person);
	const preview = people.map((who) => [who, changed(who, text)]).filter(([, left]) => left != null);
	const several_ = people.length > 1;
	return form(
		'Hit points',
		'hand-hp',
		() =>
			speak(
				each((name) => ['hp', name, String(changed(person(name), text) ?? person(name).hp)]),
				'Done.',
			),
		field('Hit points ', 'hp', {
			id: 'hp',
			placeholder: '-5  +3  =12',
			pattern: PATTERN,
			required: true,
			size: 9,
			'data-test': 'hp-field',
			oninput: draw,
		}),
		el('button.primary', { 'data-test': 'hp-go' }, 'Apply'),
		several_ &&
			el(
				'span.saved',
				{ role: 'group', 'aria-label': 'Half for those who saved' },
				'half, saved: ',
				people.map((who) =>
					el(
						'label',
						{},
						el('input', {
							type: 'checkbox',
							checked: saved.has(who.name),
							'data-test': 'saved',
							onchange: (event) => {
								saved[event.target.checked ? 'add' : 'delete'](who.name);
								draw();
							},
						}),
						` ${who.name}`,
					),
				),
			),
		el('output', {}, preview.map(([who, left]) => `${who.name} ${who.hp} → ${left}`).join(', ')),
	);
}

/** A word that the book doesn't know is a condition of the referee's own. */
const conditionFor = (name, word, rounds) =>
	wordsFor('on', 'CONDITION').includes(word.toLowerCase())
		? ['on', name, word, rounds].filter(Boolean)
		: ['mark', name, rounds || '0', word];

function condition() {
	const on = [...new Set(chosen().flatMap((name) => person(name).conditions.map((one) => one.name)))];
	return form(
		'Condition',
		'hand-condition',
		() => speak(each((name) => conditionFor(name, value('condition'), value('rounds')))),
		field('Condition ', 'condition', {
			id: 'condition',
			list: 'conditions',
			required: true,
			size: 12,
			'data-test': 'condition',
		}),
		list('conditions', wordsFor('on', 'CONDITION')),
		field('for ', 'rounds', { inputmode: 'numeric', pattern: '\\d*', size: 3, placeholder: 'rounds' }),
		el('button', { 'data-test': 'condition-go' }, 'Add'),
		on.map((word) =>
			el(
				'button.quiet',
				{
					type: 'button',
					'data-key': word,
					'data-test': 'lift',
					onclick: () =>
						speak(
							chosen()
								.filter((name) => person(name).conditions.some((one) => one.name === word))
								.map((name) => [wordsFor('off', 'CONDITION').includes(word) ? 'off' : 'unmark', name, word]),
						),
				},
				`Remove “${word}”`,
			),
		),
	);
}

function notes() {
	return form(
		'Note',
		'hand-note',
		() => speak(each((name) => ['note', name, value('note')])),
		field('Note ', 'note', { size: 22, placeholder: 'empty: none' }),
		el('button', {}, 'Save'),
	);
}

function whereabouts() {
	const number = (name) => ({
		inputmode: 'decimal',
		pattern: '-?\\d+([.,]\\d)?',
		required: name !== 'z',
		size: 4,
		placeholder: name,
	});
	const at = person(chosen()[0]);
	return form(
		'Place',
		'hand-move',
		() =>
			speak(
				each((name) =>
					['move', name, value('x'), value('y'), value('z')].filter(Boolean).map((one) => one.replace(',', '.')),
				),
			),
		field('Move to ', 'x', number('x')),
		field('', 'y', { ...number('y'), 'aria-label': 'y' }),
		field('', 'z', { ...number('z'), 'aria-label': 'height' }),
		el('button', {}, 'Move'),
		at && el('small', {}, `${at.name} is at ${at.x}, ${at.y}`),
	);
}

function presence() {
	const act = (word, label, given = {}) =>
		el(
			'button',
			{ type: 'button', 'data-test': word, onclick: () => speak(each((name) => [word, name])), ...given },
			label,
		);
	const sure = () =>
		confirmIn(`Remove ${chosen().join(', ')} from the fight?`, () => speak(each((name) => ['remove', name])));
	return el(
		'div.inline',
		{ role: 'group', 'aria-label': 'Who is there', 'data-key': 'presence' },
		act('hide', 'Hide'),
		act('reveal', 'Reveal'),
		act('overrule', 'Back into the fight'),
		act('remove', 'Remove', { onclick: sure }),
	);
}

function checks() {
	return form(
		'Check',
		'hand-check',
		() => speak(each((name) => ['check', name, value('check')])),
		pick('Check ', 'check', wordsFor('check', 'CHECK')),
		el('button', {}, 'Roll'),
	);
}

function wave() {
	return form(
		'Second wave',
		'hand-add',
		() => speak([['add', value('add'), value('side')]], `${value('add')}: joined ${value('side')}.`),
		field('Add ', 'add', { placeholder: '2 orc', required: true, size: 14, 'data-test': 'add' }),
		pick(
			'to ',
			'side',
			table.view.sides.map((side) => side.name),
		),
		el('button', { 'data-test': 'add-go' }, 'Add to the fight'),
	);
}

function anyway() {
	const end = () =>
		confirmIn('End the fight now?', () => speak([['end', value('end')].filter(Boolean)], 'The fight is over.'));
	return [
		form(
			'Modifier',
			'hand-modifier',
			() => speak([['modifier', value('modifier')]]),
			field('The next roll gets ', 'modifier', { pattern: '[-−+]?\\d+', required: true, size: 4, placeholder: '+1' }),
			el('button', {}, 'Apply'),
		),
		form(
			'End',
			'hand-end',
			end,
			pick('End it; won by ', 'end', ['', ...table.view.sides.map((side) => side.name)]),
			el('button', {}, 'End …'),
		),
	];
}

/** The words that an argument of a command may be. */
const wordsFor = (name, argument) =>
	commands.find((one) => one.name === name)?.arguments.find((one) => one.name === argument)?.words || [];

/** Any command of the book: a field for each argument; about people, once for everyone selected. */
function anyCommand() {
	const shown = commands.find((one) => one.name === command) || commands[0];
	if (!shown) return el('p', { 'data-key': 'no-commands' }, 'Loading the commands …');
	const about = shown.about === 'combatant';
	const rest = about ? shown.arguments.slice(1) : shown.arguments;
	const words = () => rest.map((one) => value(`argument-${one.name}`)).filter(Boolean);
	const choose = (event) => {
		command = event.target.value;
		draw();
	};
	return form(
		'Any command',
		'hand-command',
		() => speak(about ? each((name) => [shown.name, name, ...words()]) : [[shown.name, ...words()]], 'Done.'),
		el(
			'label',
			{},
			'Command ',
			el(
				'select',
				{ name: 'command', onchange: choose, 'data-test': 'command' },
				commands.map((one) => el('option', { value: one.name, selected: one === shown }, one.name)),
			),
		),
		rest.map((one) => argumentField(shown, one)),
		el('button', { 'data-test': 'command-go' }, about ? 'Apply to selected' : 'Apply'),
		el('small', { 'data-test': 'command-meaning' }, shown.meaning),
	);
}

/** A field by the kind of an argument: a list to pick from where it is short, else words or a number. */
function argumentField(shown, { name, kind, optional, words }) {
	const label = `${name.charAt(0)}${name.slice(1).toLowerCase()} `;
	const given = { 'data-key': `${shown.name}-${name}`, 'data-test': 'argument' };
	const called = `argument-${name}`;
	if (['choice', 'side', 'combatant'].includes(kind)) return pick(label, called, optional ? ['', ...words] : words, given);
	if (kind === 'number')
		return field(label, called, { ...given, pattern: '[-−+]?\\d+', required: !optional, size: 4 });
	const id = `words-${shown.name}-${name}`;
	return [
		field(label, called, { ...given, required: !optional, size: 14, list: words.length ? id : null }),
		words.length > 0 && list(id, words),
	];
}

/** A question before what is hard to see undone; undo brings it back all the same. */
function confirmIn(words, act) {
	const shown = dialog(
		words,
		el('p', {}, 'Undo brings it back.'),
		el(
			'button.primary',
			{
				'data-test': 'sure',
				onclick: () => {
					shown.close();
					act();
				},
			},
			'Yes',
		),
	);
}

function draw() {
	const people = chosen();
	const none = !people.length;
	show(
		place,
		el(
			'p',
			{ 'data-key': 'for', 'data-test': 'hand-for' },
			none
				? 'Select somebody (click, j, k), or tick several.'
				: [el('strong', {}, people.length > 3 ? several(people.length, 'person', 'people') : ''), people.join(', ')],
		),
		field('Reason ', 'reason', { size: 24, placeholder: 'for the log', 'data-key': 'reason', 'data-test': 'reason' }),
		el(
			'div',
			{ 'data-key': 'on-people', class: none ? 'idle' : '' },
			hitPoints(),
			condition(),
			notes(),
			whereabouts(),
			checks(),
			presence(),
		),
		el('div', { 'data-key': 'on-all' }, wave(), anyway(), anyCommand(), forks()),
	);
}

function forks() {
	const ask = async (what) => (await bring('after'))?.[what]();
	return el(
		'div.inline',
		{ role: 'group', 'aria-label': 'From here' },
		el('button', { type: 'button', 'data-test': 'odds', onclick: () => ask('odds') }, 'Odds from here'),
		el('button', { type: 'button', 'data-test': 'advice', onclick: () => ask('advice') }, 'Advice'),
	);
}

let begun = false;
export async function begin() {
	dress();
	draw();
	if (!commands.length) commands = (await trying(() => ask(inFight('/commands')))) || [];
	if (!begun) watch(draw);
	begun = true;
	draw();
}
