// Fields of the form in which a fight is built; each writes into the object it was given, and shows its mistakes.
import { all, el } from './dom.js';

export const number = (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());

/** A number for each thing of the form, so that a row's fields go with it when another is removed. */
const numbers = new WeakMap();
let last = 0;
export const idOf = (thing) => {
	if (!numbers.has(thing)) numbers.set(thing, ++last);
	return numbers.get(thing);
};

/** Fields show what was changed elsewhere, but for the one that is being typed in. */
export function refresh(root = document) {
	for (const one of all('[data-now]', root))
		if (one !== document.activeElement && one.value !== one.dataset.now) one.value = one.dataset.now;
}

/** What is wrong in a few words, and the right word as a button. */
export function mistake(one, mend) {
	const words = one.what.replace(/^[\w ]+: (?=[a-z])/, '').replace(/; did you mean .*$/, '');
	return el(
		'span.wrong',
		{ 'data-test': 'mistake' },
		words.length > 140 ? `${words.slice(0, 140)}…` : words,
		one.near && mend && el('button', { onclick: () => mend(one.near), 'data-test': 'mend', type: 'button' }, `Did you mean ${one.near}?`),
	);
}

/** A field that writes `thing[key]`. */
export function field(label, thing, key, done, { as = (text) => text.trim(), from = (value) => value ?? '', wrong, ...given } = {}) {
	const now = String(from(thing[key]));
	return el(
		'label.field',
		{ 'data-key': `field ${key}` },
		el('span', {}, label),
		el('input', {
			value: now,
			'data-now': now,
			autocomplete: 'off',
			'data-field': key,
			'aria-invalid': wrong ? 'true' : null,
			...given,
			oninput: (event) => {
				thing[key] = as(event.target.value);
				done();
			},
		}),
	);
}

export const flag = (label, on, set, test) =>
	el(
		'label.flag',
		{},
		el('input', { type: 'checkbox', checked: Boolean(on), 'data-test': test, 'data-flag': label, onchange: (event) => set(event.target.checked) }),
		` ${label}`,
	);

/** One of several; `options` are words by their values. */
export const pick = (label, value, options, set, given = {}) =>
	el(
		'label.field',
		{ 'data-key': `pick ${label}` },
		el('span', {}, label),
		el(
			'select',
			{ 'data-now': value, ...given, onchange: (event) => set(event.target.value) },
			Object.entries(options).map(([key, words]) => el('option', { value: key, selected: key === value }, words)),
		),
	);

export const same = (words) => Object.fromEntries(words.map((one) => [one, one]));

/** A few of many: each with a way out, and a list to add from. */
export function several(label, thing, key, groups, done, hint) {
	const here = [thing[key] || []].flat().map(String);
	const set = (values) => {
		thing[key] = values;
		done();
	};
	const add = (event) => {
		if (event.target.value) set([...here, event.target.value]);
		event.target.value = '';
	};
	return el(
		'div.several',
		{ role: 'group', 'aria-label': label, 'data-several': key },
		el('span', {}, label),
		el(
			'div.chips',
			{},
			here.map((one, n) =>
				el(
					'button.chip',
					{ type: 'button', 'data-key': `${n} ${one}`, 'aria-label': `Remove ${one}`, onclick: () => set(here.filter((_, at) => at !== n)) },
					one,
					el('span', { 'aria-hidden': true }, '×'),
				),
			),
			el(
				'select',
				{ 'aria-label': `Add ${label.toLowerCase()}`, 'data-key': 'add', 'data-now': '', 'data-test': `add-${key}`, onchange: add },
				el('option', { value: '' }, 'Add …'),
				Object.entries(groups).map(([name, words]) =>
					el(
						'optgroup',
						{ label: name },
						words.map((one) => el('option', { value: one }, one)),
					),
				),
			),
			el('input', { 'aria-label': `Add other ${label.toLowerCase()}`, 'data-key': 'type', placeholder: hint, 'data-field': `more-${key}`, onchange: add }),
		),
	);
}
