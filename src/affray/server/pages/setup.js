// The set-up of a fight: scenario as form or text, book, house rules, options; checked as one types, odds before it.
import { ask, call, trying } from './api.js';
import { deciding } from './deciding.js';
import { bdi, cite, el, find, several, show, tell } from './dom.js';
import { save } from './files.js';
import { forecast } from './forecast.js';
import { members } from './members.js';
import { forget, paste } from './paste.js';
import { parse, text as written } from './scenario.js';
import { enter } from './seat.js';

const setup = {
	text: '',
	name: '',
	form: null,
	why: '',
	asText: false,
	house: new Set(),
	options: {},
	people: {},
	hidden: new Set(),
	unseen: new Set(), // kinds that are to be hidden as soon as they have names
	checked: null,
	seed: '',
};
let place, books, houseRules, parties, timer;

const book = () => books.find((one) => one.name === (setup.form?.rest.rules || setup.rules)) || books[0];
const body = () => ({
	scenario: setup.text,
	rules: setup.rules || null,
	house: [...setup.house],
	options: setup.options,
});

export async function begin(where, text, name) {
	place = where;
	const loaded = await trying(() => Promise.all([ask('/api/books'), ask('/api/house'), ask('/api/library/parties')]));
	if (!loaded) return;
	[books, houseRules, parties] = loaded;
	Object.assign(setup, { name, people: {}, options: {}, rules: '', checked: null, seed: '' });
	setup.house.clear();
	setup.hidden.clear();
	setup.unseen.clear();
	forget();
	place.replaceChildren(); // nothing typed for another fight stays in a field
	read(text);
	draw();
	check();
}

/** Takes a text; the form shows it where it can. */
function read(text) {
	setup.text = text;
	try {
		setup.form = parse(text);
		setup.why = '';
		setup.rules = setup.form.rest.rules || setup.rules || books[0].name;
	} catch (error) {
		setup.form = null;
		setup.why = error.message;
	}
}

/** Creatures were added; those that are to be hidden have no names yet. */
function added(hidden) {
	for (const kind of hidden) setup.unseen.add(kind);
	changed();
}

/** The form was changed: the text is written anew. */
export function changed(redraw = true) {
	setup.text = written(setup.form);
	const area = find('#text', place);
	if (area) area.value = setup.text;
	if (redraw) draw();
	soon();
}

function soon() {
	clearTimeout(timer);
	timer = setTimeout(check, 500);
}

async function check() {
	const asked = setup.text;
	const found = await trying(() => call('POST', '/api/check', body()));
	if (!found || asked !== setup.text) return;
	setup.checked = found;
	for (const one of found.sides?.flatMap((side) => side.people) || [])
		if (setup.unseen.has(one.kind)) setup.hidden.add(one.name);
	if (found.sides) setup.unseen.clear();
	draw();
}

function mistakes() {
	const { checked } = setup;
	if (!checked) return el('p', {}, 'Checking …');
	if (!checked.mistakes.length)
		return el(
			'p.fine',
			{},
			'✓ This can be fought.',
			(checked.notes || []).map((note) => el('span.small', {}, ` ${note}`)),
		);
	return [
		el('p.wrong', {}, `${several(checked.mistakes.length, 'mistake')} to mend:`),
		el(
			'ul',
			{},
			checked.mistakes.map((one) =>
				el(
					'li',
					{},
					el(
						'button.quiet',
						{ onclick: () => toLine(one), 'data-test': 'mistake' },
						one.line ? `Line ${one.line}: ${one.what}` : one.what,
					),
				),
			),
		),
	];
}

/** Kept under its title, it stands among the examples from then on. */
async function keep() {
	const name =
		(setup.form?.rest.title || setup.name)
			.toLowerCase()
			.replace(/[^\p{L}\d]+/gu, '-')
			.replace(/^-|-$/g, '') || 'mine';
	if ((await trying(() => call('PUT', `/api/scenarios/${encodeURIComponent(name)}`, { text: setup.text }))) != null)
		tell(`Kept as ${name}.`);
}

function toLine({ line, column }) {
	setup.asText = true;
	draw();
	const area = find('#text', place);
	const at =
		setup.text
			.split('\n')
			.slice(0, line - 1)
			.join('\n').length +
		(line > 1 ? 1 : 0) +
		(column || 1) -
		1;
	area.focus();
	area.setSelectionRange(at, at + 1);
}

function editor() {
	const tab = (words, asText, test) =>
		el(
			'button',
			{
				'aria-pressed': String(setup.asText === asText),
				'data-test': test,
				onclick: () => {
					setup.asText = asText;
					draw();
				},
			},
			words,
		);
	return el(
		'section.card',
		{ 'aria-label': 'The scenario', 'data-key': 'editor' },
		el(
			'div.line',
			{},
			el('h2', {}, 'Who fights, and where'),
			tab('As a form', false, 'as-form'),
			tab('As text', true, 'as-text'),
			el(
				'button.quiet',
				{
					onclick: () => save(`${setup.name.replace(/\.ya?ml$/, '')}.yaml`, setup.text, 'text/yaml'),
					'data-test': 'save-scenario',
				},
				'Save as a file',
			),
			el('button.quiet', { onclick: keep, 'data-test': 'keep-scenario' }, 'Keep at this table'),
		),
		el('div', { 'aria-live': 'polite', 'data-test': 'checked' }, mistakes()),
		setup.asText
			? el(
					'div',
					{ 'data-key': 'as-text' },
					el('label', { for: 'text' }, 'The scenario as YAML'),
					el('textarea', {
						id: 'text',
						rows: 24,
						spellcheck: false,
						value: setup.text,
						'data-test': 'scenario-text',
						oninput: (event) => {
							read(event.target.value);
							soon();
						},
					}),
				)
			: setup.form
				? el('div', { 'data-key': 'as-form' }, members(setup.form, book(), changed, parties))
				: el('p', { 'data-key': 'neither' }, `The form can’t show this file (${setup.why}); edit it as text.`),
	);
}

function rules() {
	const pick = (event) => {
		setup.rules = event.target.value;
		setup.options = {};
		setup.house.clear();
		if (setup.form) setup.form.rest.rules = setup.rules;
		if (setup.form) changed();
		else draw();
		soon();
	};
	const fitting = houseRules.filter((one) => one.books.includes(book().name));
	return el(
		'section.card',
		{ 'data-key': 'rules', 'aria-label': 'Rules' },
		el('h2', {}, 'Rules'),
		el(
			'label',
			{},
			'Book ',
			el(
				'select',
				{ onchange: pick, 'data-test': 'book' },
				books.map((one) => el('option', { value: one.name, selected: one === book() }, one.title)),
			),
		),
		el('p.small', {}, `The round: ${book().sequence.join(' → ')}`),
		fitting.length > 0 &&
			el(
				'fieldset.stack',
				{},
				el('legend', {}, 'House rules'),
				fitting.map((one) =>
					el(
						'label',
						{ 'data-key': one.name },
						el('input', {
							type: 'checkbox',
							checked: setup.house.has(one.name),
							'data-test': 'house',
							onchange: (event) => {
								setup.house[event.target.checked ? 'add' : 'delete'](one.name);
								soon();
							},
						}),
						' ',
						el('strong', {}, one.title || one.name),
						` ${one.words}`,
					),
				),
			),
		el(
			'details',
			{ 'data-key': 'options', 'data-test': 'options' },
			el('summary', {}, `Options of the book (${book().options.length})`),
			book().options.map(option),
		),
	);
}

function option(one) {
	const set = (value) => {
		if (String(value) === String(one.default)) delete setup.options[one.name];
		else setup.options[one.name] = String(value);
		soon();
	};
	const now = String(setup.options[one.name] ?? one.default);
	const given = { 'data-test': 'option', 'data-name': one.name };
	const boxes = (event) => set([...event.currentTarget.querySelectorAll(':checked')].map((box) => box.value).join(','));
	const field = one.several
		? el(
				'span',
				{ onchange: boxes, role: 'group', 'aria-label': one.name, ...given },
				one.values.map((value) =>
					el(
						'label',
						{},
						' ',
						el('input', { type: 'checkbox', value, checked: now.split(',').includes(String(value)) }),
						` ${value}`,
					),
				),
			)
		: one.values
			? el(
					'select',
					{ 'aria-label': one.name, onchange: (event) => set(one.values[event.target.selectedIndex]), ...given },
					one.values.map((value) => el('option', { selected: String(value) === now }, said(value))),
				)
			: el('input', {
					'aria-label': one.name,
					type: 'number',
					min: one.low,
					max: one.high,
					value: now,
					onchange: (event) => set(event.target.value),
					...given,
				});
	return el(
		'div.choose',
		{ 'data-key': book().name + one.name },
		el('strong', {}, one.name),
		' ',
		field,
		el('p.small', {}, one.words, ' ', cite(one.clause)),
	);
}

const said = (value) => (value === true ? 'on' : value === false ? 'off' : String(value));

function people() {
	const names = setup.checked?.sides?.flatMap((side) => side.people.map((one) => one.name)) || [];
	return el(
		'section.card',
		{ 'data-key': 'people', 'aria-label': 'Who decides' },
		el(
			'details',
			{ 'data-key': 'decides', 'data-test': 'deciding' },
			el('summary', {}, 'Who decides'),
			setup.form
				? deciding(setup.people, setup.form.sides)
				: el('p', {}, 'Default: players for their characters, tactics for the rest, the referee for rulings.'),
		),
		names.length > 0 &&
			el(
				'details',
				{ 'data-key': 'hidden' },
				el('summary', {}, 'Hidden from the players at first'),
				el(
					'fieldset',
					{},
					el('legend', {}, 'hidden'),
					names.map((name) =>
						el(
							'label',
							{ 'data-key': name },
							el('input', {
								type: 'checkbox',
								checked: setup.hidden.has(name),
								'data-test': 'hide-first',
								onchange: (event) => setup.hidden[event.target.checked ? 'add' : 'delete'](name),
							}),
							' ',
							bdi(name),
						),
					),
				),
			),
	);
}

/** Who decides, for the sides there are: one may have been renamed or removed since. */
function decided() {
	const sides = new Set(['referee', ...(setup.form?.sides.map((side) => side.name) || [])]);
	return setup.form ? Object.fromEntries(Object.entries(setup.people).filter(([name]) => sides.has(name))) : {};
}

async function start() {
	const made = await trying(() =>
		call('POST', '/api/fights', {
			...body(),
			seed: setup.seed === '' ? null : Number(setup.seed),
			people: decided(),
			hidden: [...setup.hidden],
		}),
	);
	if (made) enter(`/fight/${made.id}`, made.token);
}

function draw() {
	const wrong = Boolean(setup.checked?.mistakes.length);
	show(
		place,
		editor(),
		paste(setup.form, added),
		rules(),
		people(),
		el(
			'section.card.go',
			{ 'data-key': 'go', 'aria-label': 'Sit down' },
			el('button.primary', { onclick: start, disabled: wrong, 'data-test': 'start' }, 'Sit down and fight'),
			el('button', { onclick: () => forecast(body()), disabled: wrong, 'data-test': 'forecast' }, 'How would it go?'),
			el(
				'label',
				{},
				'Seed ',
				el('input', {
					inputmode: 'numeric',
					pattern: '\\d*',
					size: 8,
					placeholder: 'by chance',
					oninput: (event) => {
						setup.seed = event.target.value.trim();
					},
				}),
			),
		),
	);
}
