// Beside the question: what may be declared ahead, what players suggest, what is due, and standing answers.
import { choices } from './choices.js';
import { sentence } from './board.js';
import { bdi, cite, el, find, show } from './dom.js';
import { mayAnswer, referee, say, table, watch } from './table.js';

const sameAsk = (one, other) => one.who === other.who && one.ask === other.ask;

function aheads(view) {
	const open = view.ahead.filter((one) => !view.asks || !mayAnswer() || !sameAsk(one, view.asks));
	return open.map((one) =>
		el(
			'details.card.ahead',
			{
				open: view.you.role === 'player' || open.length < 3,
				'data-key': one.who + one.ask,
				'data-test': 'ahead',
				'data-name': one.who,
			},
			el('summary', {}, bdi(one.who), ': ', one.said ? el('strong', {}, one.said) : 'declare ahead'),
			el('p', {}, sentence(one.what)),
			choices(one.legal, {
				asker: one.who,
				said: one.said,
				key: one.who,
				press: (words) => say('/ahead', { who: one.who, ask: one.ask, answer: words === one.said ? 'ask' : words }),
			}),
			one.said &&
				el(
					'button.quiet',
					{
						onclick: () => say('/ahead', { who: one.who, ask: one.ask, answer: 'ask' }),
						'data-test': 'ahead-withdraw',
					},
					'Ask me instead',
				),
		),
	);
}

const dues = (view) =>
	view.due.length > 0 &&
	el(
		'section.card.due',
		{ 'data-test': 'due' },
		el('h2', {}, 'Due'),
		el(
			'ul',
			{},
			view.due.map((one) =>
				el('li', {}, el('strong', {}, bdi(one.side || one.who)), ': ', one.why, ' ', cite(one.clause)),
			),
		),
	);

function suggested(view) {
	if (!view.suggestions.length) return null;
	const decide = (one, accept) => say(`/suggestions/${one.id}`, { accept });
	return el(
		'section.card.due',
		{ 'data-test': 'suggestions' },
		el('h2', {}, 'Suggested'),
		el(
			'ul',
			{},
			view.suggestions.map((one) =>
				el(
					'li',
					{ 'data-key': one.id },
					bdi(one.who),
					': ',
					el('strong', {}, one.answer),
					` (${one.by}) `,
					referee()
						? [
								el('button', { onclick: () => decide(one, true), 'data-test': 'accept' }, 'Accept'),
								' ',
								el('button.quiet', { onclick: () => decide(one, false), 'data-test': 'decline' }, 'No'),
							]
						: 'waits for the referee',
				),
			),
		),
	);
}

const always = (view) =>
	view.standing.length > 0 &&
	el(
		'section.card',
		{ 'data-test': 'standing' },
		el('h2', {}, 'Standing answers'),
		el(
			'ul',
			{},
			view.standing.map((one) =>
				el(
					'li',
					{ 'data-key': one.who + one.ask + one.answer },
					one.words,
					' ',
					el(
						'button.quiet',
						{
							'data-test': 'ask-again',
							onclick: () => say('/always', { who: one.who, ask: one.ask, answer: one.again }),
						},
						'Ask me again',
					),
				),
			),
		),
	);

const draw = () =>
	show(find('#besides'), suggested(table.view), dues(table.view), aheads(table.view), always(table.view));
watch(draw);
draw();
