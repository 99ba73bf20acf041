// From here: odds and advice.
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

/** Advice at once, and better advice as soon as there is some, unless the dialog was closed meanwhile. */
export async function advice() {
	const place = el('div', { 'aria-live': 'polite' }, 'Looking ahead …');
	const shown = dialog('Advice', place);
	for (const seconds of [0.2, 2]) {
		const found = await trying(() => ask(inFight(`/advice?seconds=${seconds}`)));
		if (!found?.answers) {
			shown.close();
			return;
		}
		if (!shown.open) return;
		place.replaceChildren(el('div', {}, advised(found, shown)));
		if (found.clear) return;
	}
}

const advised = (found, shown) => [
	el('p', { 'data-test': 'advice-words' }, found.sentence),
	el('p.small', {}, 'How often the side of the one who is asked wins after each answer, if tactics decide from then on.'),
	el(
		'ul',
		{},
		found.answers.map((one) =>
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
	el('p.small', {}, found.exact ? 'Exact: every way the dice can fall.' : `From ${found.fights} fights.`),
];
