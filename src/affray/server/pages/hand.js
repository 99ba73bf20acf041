// The referee's hand: hit points, conditions, notes, who is there and where; several at once, each with a reason.
import { bring } from './api.js';
import { dialog, dress, el, find, several, show, tell } from './dom.js';
import { chosen, person, redraw, say, table, watch } from './table.js';

const CONDITIONS = (
	'blind paralysed asleep prone held unaware constrained burning fleeing surrendered unconscious dead fled charmed ' +
	'petrified sick bound silenced turned absent blessed protected sickened diseased rotting withdrawing retreating'
).split(' ');
const CHECKS = 'morale death wands paralysis breath spells'.split(' ');
const place = find('#hand div');
const saved = new Set(); // those for whom it is half

const value = (name) => place.querySelector(`[name="${name}"]`)?.value.trim() || '';

/** The hit points that "-5", "+3" or "=12" leave; half for those who saved, rounded down. Null: not understood. */
function changed(who, text) {
	const found = /^([-−+=]?)\s*(\d+)$/.exec(text.trim());
	if (!found) return null;
	const amount = saved.has(who.name) ? Math.floor(Number(found[2]) / 2) : Number(found[2]);
	if (found[1] === '+') return Math.max(who.hp, Math.min(who.max_hp, who.hp + amount));
	return found[1] === '=' ? Number(found[2]) : who.hp - amount;
}

/** Speaks the referee's words, with the reason that stands in its field. */
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
				'So it is.',
			),
		field('Hit points ', 'hp', {
			id: 'hp',
			placeholder: '-5  +3  =12',
			pattern: '\\s*[\\-−+=]?\\s*\\d+\\s*',
			required: true,
			size: 9,
			'data-test': 'hp-field',
			oninput: draw,
		}),
		el('button.primary', { 'data-test': 'hp-go' }, 'Do it'),
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

function condition() {
	const on = [...new Set(chosen().flatMap((name) => person(name).conditions.map((one) => one.name)))];
	return form(
		'Condition',
		'hand-condition',
		() => speak(each((name) => ['on', name, value('condition'), value('rounds')].filter(Boolean))),
		field('Condition ', 'condition', {
			id: 'condition',
			list: 'conditions',
			required: true,
			size: 12,
			'data-test': 'condition',
		}),
		list('conditions', CONDITIONS),
		field('for ', 'rounds', { inputmode: 'numeric', pattern: '\\d*', size: 3, placeholder: 'rounds' }),
		el('button', { 'data-test': 'condition-go' }, 'Put on'),
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
								.map((name) => ['off', name, word]),
						),
				},
				`Lift ${word}`,
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
		el('button', {}, 'Keep'),
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
		pick('Check ', 'check', CHECKS),
		el('button', {}, 'Call for it'),
	);
}

function wave() {
	return form(
		'Second wave',
		'hand-add',
		() => speak([['add', value('add'), value('side')]], 'They are here.'),
		field('Add ', 'add', { placeholder: '2 orc', required: true, size: 14, 'data-test': 'add' }),
		pick(
			'to ',
			'side',
			table.view.sides.map((side) => side.name),
		),
		el('button', { 'data-test': 'add-go' }, 'Bring them in'),
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
			el('button', {}, 'Give it'),
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
		el('div', { 'data-key': 'on-all' }, wave(), anyway(), forks()),
	);
}

function forks() {
	const ask = async (what) => (await bring('after'))?.[what]();
	return el(
		'div.inline',
		{ role: 'group', 'aria-label': 'From here' },
		el('button', { type: 'button', 'data-test': 'odds', onclick: () => ask('odds') }, 'Odds from here'),
		el('button', { type: 'button', 'data-test': 'advice', onclick: () => ask('advice') }, 'What would happen if …'),
	);
}

let begun = false;
export function begin() {
	dress();
	if (!begun) watch(draw);
	begun = true;
	draw();
}
