// From here: odds and advice from forks.
import { ask, inFight, trying } from './api.js';
import { dialog } from './dialog.js';
import { capital, el } from './dom.js';
import { between, meter, outcomes } from './outcomes.js';
import { say } from './table.js';

/** A dialog at once, what it is about when that is there: looking ahead takes its time. */
async function ahead(title, path, told) {
	const place = el('div', { 'aria-live': 'polite' }, 'Looking ahead …');
	const shown = dialog(title, place);
	const found = await trying(() => ask(inFight(path)));
	if (found) place.replaceChildren(el('div', {}, told(found, shown)));
	else shown.close();
}

export const odds = () => ahead('Odds from here', '/odds', outcomes);

export const advice = () =>
	ahead('What would happen if …', '/advice', (found, shown) => [
		el('p', {}, 'How often the one who is asked comes out on top, after each answer.'),
		el(
			'ul',
			{},
			found.map((one) =>
				el(
					'li',
					{},
					el(
						'button',
						{
							'data-test': 'advised',
							onclick: () => {
								shown.close();
								say('/answers', { answer: one.answer });
							},
						},
						capital(one.answer),
					),
					' ',
					between(one),
					meter(one),
				),
			),
		),
	]);
