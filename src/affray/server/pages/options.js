// The rules of a fight: the book, its options in words with their defaults, and house rules, one's own among them.
import { call, trying } from './api.js';
import { capital, cite, el, tell } from './dom.js';
import { bookMark } from './drawings.js';
import { mistake } from './fields.js';

const FEW = 3; // options that are shown unfolded
const ON = { true: 'on', false: 'off' };
const words = (value) => String(ON[value] ?? value).replaceAll('-', ' ');
const usual = (one) => (one.several ? one.default.split(',').map(words).join(' and ') : words(one.default));
const plain = (value) => (Array.isArray(value) ? value.join(',') : String(ON[value] ?? value));

const optionsOf = (form) => (form.rest.options && typeof form.rest.options === 'object' && !Array.isArray(form.rest.options) ? form.rest.options : {});

export const houseOf = (form) => [form.rest['house rules'] ?? []].flat();
const nameOf = (rule) => (typeof rule === 'string' ? rule : rule?.name || 'house rules of this fight');

/** Another book: what it does not know is left out. */
function turn(form, book, house, done) {
	const values = optionsOf(form);
	const knows = (name) => book.options.some((one) => one.name === name && (!one.values || one.several || one.values.includes(plain(values[name]))));
	form.rest.rules = book.name;
	form.rest.options = Object.fromEntries(Object.entries(values).filter(([name]) => knows(name)));
	form.rest['house rules'] = houseOf(form).filter((rule) => typeof rule !== 'string' || house.find((one) => one.name === rule)?.books.includes(book.name));
	done();
}

function set(form, one, value, done) {
	const values = { ...optionsOf(form) };
	if (String(value) === one.default) delete values[one.name];
	else values[one.name] = one.several ? (value ? String(value).split(',') : ['none']) : /^-?\d+$/.test(value) ? Number(value) : value;
	form.rest.options = values;
	done();
}

function control(one, now, change) {
	const given = { 'data-test': 'option', 'data-name': one.name, 'aria-label': one.label };
	if (one.several)
		return el(
			'span.row',
			{ role: 'group', ...given, onchange: (event) => change([...event.currentTarget.querySelectorAll(':checked')].map((box) => box.value).join(',')) },
			one.values.map((value) => el('label.flag', {}, el('input', { type: 'checkbox', value, checked: now.split(',').includes(value) }), ` ${words(value)}`)),
		);
	if (one.values?.join() === 'off,on') return el('input.switch', { type: 'checkbox', role: 'switch', checked: now === 'on', ...given, onchange: (event) => change(event.target.checked ? 'on' : 'off') });
	if (one.values)
		return el(
			'select',
			{ 'data-now': now, ...given, onchange: (event) => change(event.target.value) },
			one.values.map((value) => el('option', { value, selected: value === now }, words(value))),
		);
	return el('input', { type: 'number', min: one.low, max: one.high, value: now, 'data-now': now, ...given, oninput: (event) => event.target.validity.valid && event.target.value !== '' && change(event.target.value) });
}

function option(one, form, page) {
	const said = optionsOf(form)[one.name];
	const wrong = page.mistakes.find((each) => each.path[0] === 'options' && each.path[1] === one.name);
	return el(
		'li',
		{ 'data-key': `${page.book.name} ${one.name}`, class: said === undefined ? null : 'changed' },
		el('span', {}, one.label, ' ', cite(one.clause), el('small', {}, `usually ${usual(one)}`), wrong && mistake(wrong, (near) => set(form, one, near, page.changed))),
		control(one, said === undefined ? one.default : plain(said), (value) => set(form, one, value, page.changed)),
	);
}

function house(form, page) {
	const chosen = houseOf(form);
	const fitting = page.house.filter((one) => one.books.includes(page.book.name));
	const write = (rules) => {
		form.rest['house rules'] = rules.length ? rules : null;
		page.changed();
	};
	const built = (one) =>
		el(
			'label.rule',
			{ 'data-key': one.name },
			el('input', { type: 'checkbox', checked: chosen.includes(one.name), 'data-test': 'house', 'data-name': one.name, onchange: (event) => write(event.target.checked ? [...chosen, one.name] : chosen.filter((rule) => rule !== one.name)) }),
			el('span', {}, one.title, el('small', {}, one.words)),
		);
	const own = (rule) =>
		el(
			'p.rule',
			{ 'data-key': `own ${nameOf(rule)}`, 'data-test': 'own-house' },
			el('span', {}, nameOf(rule), el('small', {}, rule.says || 'of this fight')),
			el('button.quiet', { type: 'button', onclick: () => write(chosen.filter((one) => one !== rule)) }, 'Remove'),
		);
	return [
		el('h3', {}, `House rules${chosen.length ? ` (${chosen.length})` : ''}`),
		chosen.filter((rule) => typeof rule !== 'string').map(own),
		el('label.button', { 'data-key': 'open' }, 'Open a file of house rules', el('input', { type: 'file', accept: '.yaml,.yml', 'data-test': 'open-house', onchange: (event) => bring(event, chosen, write, page) })),
		el('details', { 'data-key': 'built-in', 'data-test': 'house-rules' }, el('summary', {}, `${fitting.length} that come with Affray`), fitting.map(built)),
	];
}

/** House rules of one's own: they stand in the scenario from then on. */
async function bring(event, chosen, write, page) {
	const [file] = event.target.files;
	if (!file) return;
	const text = await file.text();
	event.target.value = '';
	const found = await trying(() => call('POST', '/api/house', { text }));
	if (!found) return;
	if (!found.books.includes(page.book.name)) return tell(`${found.name} is for ${found.books.join(', ')}: choose that book first.`, true);
	write([...chosen.filter((rule) => nameOf(rule) !== found.name), found.entry]);
	tell(`${found.name}: ${found.words}`);
}

export function rules(form, page) {
	const { book, books } = page;
	const changed = book.options.filter((one) => optionsOf(form)[one.name] !== undefined);
	const first = [...changed, ...book.options.filter((one) => !changed.includes(one))].slice(0, Math.max(FEW, changed.length));
	const others = book.options.filter((one) => !first.includes(one));
	const strange = page.mistakes.filter((one) => (one.path[0] === 'options' && !book.options.some((each) => each.name === one.path[1])) || one.path[0] === 'house rules');
	return [
		el('h2', {}, bookMark(book.name), ' By the book ', el('select', { 'aria-label': 'Book', 'data-test': 'book', 'data-now': book.name, onchange: (event) => turn(form, books.find((one) => one.name === event.target.value), page.house, page.changed) }, books.map((one) => el('option', { value: one.name, selected: one === book }, capital(one.name))))),
		el('p.small', {}, `${capital(book.title.replace(/^[^:]*: /, ''))}.`),
		el('details', { 'data-key': 'round' }, el('summary', {}, 'Its round'), el('ol.round', {}, book.sequence.map((step) => el('li', {}, step)))),
		strange.map((one) => el('p', {}, mistake(one))),
		el('ul.options', {}, first.map((one) => option(one, form, page))),
		el('details', { 'data-key': 'options', 'data-test': 'options' }, el('summary', {}, `${others.length} more options`), el('ul.options', {}, others.map((one) => option(one, form, page)))),
		house(form, page),
	];
}
