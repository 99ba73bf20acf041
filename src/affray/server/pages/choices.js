// Answers as plain buttons: those under "More", and those given ahead.
import { arrows, verb, verbLabel } from './cards.js';
import { bdi, capital, el } from './dom.js';

/** Plain buttons, by what is done: those without a target in a row, then for each act a row of targets. */
export function choices(answers, { press, said, key = '' }) {
	const groups = Map.groupBy ? Map.groupBy(answers, verb) : new Map([[null, answers]]);
	const button = (one, grouped) =>
		el(
			'button.plain',
			{
				onclick: () => press(one.words),
				'data-test': 'legal',
				'data-words': one.words,
				'data-key': one.words,
				'aria-pressed': said === undefined ? null : String(said === one.words),
			},
			grouped ? [el('span.hide', {}, `${verbLabel(verb(one))} `), bdi(one.target)] : capital(one.words),
		);
	const single = answers.filter((one) => !verb(one) || (groups.get(verb(one)) || [one]).length === 1);
	return el(
		'div.ways',
		{ onkeydown: arrows },
		single.map((one) => button(one)),
		[...groups]
			.filter(([name, list]) => name && list.length > 1)
			.map(([name, list]) =>
				el(
					'div.verb',
					{ role: 'group', 'aria-label': verbLabel(name), 'data-key': key + name },
					el('span.label', { 'aria-hidden': true }, verbLabel(name)),
					list.map((one) => button(one, true)),
				),
			),
	);
}
