// What is folded away below the answers: what is not possible now and why, and what holds from now on.
import { sentence } from './board.js';
import { byRank } from './ask.js';
import { verb, verbLabel } from './cards.js';
import { capital, cite, el } from './dom.js';
import { say } from './table.js';

const PASS = 'pass';

/** The refused ones, alike taken together: the same act for the same reason, whoever it is about. */
export function refusals(asks) {
	const groups = new Map();
	for (const one of asks.refused || []) {
		const why = one.target ? one.why.replaceAll(one.target, '…') : one.why;
		const key = [verb(one) || one.words, why, one.clause].join('|');
		groups.set(key, [...(groups.get(key) || []), one]);
	}
	return el('ul.why', {}, [...groups].map(([key, list]) => refusal(list, key)));
}

function refusal(list, key) {
	const [one] = list;
	const many = list.length > 1;
	const names = list.map((each) => each.target).join(', ');
	const why = many ? key.split('|')[1].replaceAll('…', 'they') : one.why;
	return el(
		'li',
		{ 'data-key': key, 'data-test': 'refused', 'data-words': list.map((each) => each.words).join(', ') },
		el('b', {}, many ? `${verbLabel(verb(one))} ${names}.` : `${capital(one.words)}.`),
		' ',
		sentence(`${capital(why)}${/[.!?]$/.test(why) ? '' : '.'} `),
		cite(one.clause),
	);
}

/** What holds from now on: always one of the answers, if need be only up to a price, or never. */
export function standing(asks) {
	const set = (words, told) => say('/always', { who: asks.who, ask: asks.ask, answer: words }, told);
	const options = byRank(asks.legal)
		.filter((one) => one.words !== PASS)
		.map((one) => el('option', { value: one.words }, capital(one.words)));
	const always = (event) => {
		event.preventDefault();
		const { words, limit } = event.target.elements;
		set(words.value + (limit?.checked ? ` for ${limit.value} or less` : ''), 'Will be done every time.');
	};
	return [
		options.length > 0 &&
			el(
				'form.inline',
				{ onsubmit: always },
				el('label', {}, `${asks.who} will always `, el('select', { name: 'words', 'aria-label': 'What to do every time' }, options)),
				asks.price > 0 &&
					el('label', {}, el('input', { type: 'checkbox', name: 'limit', value: asks.price }), ` only for ${asks.price} or less`),
				el('button', { 'data-test': 'always' }, 'Always do this'),
			),
		el('button', { 'data-test': 'never', onclick: () => set(PASS, 'Will be passed every time.') }, asks.reaction ? 'Don’t ask again this fight' : 'Always pass'),
	];
}
