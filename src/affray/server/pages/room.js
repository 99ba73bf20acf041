// The screen for the room: the same view as a spectator may have it, in large type.
import { bar, healthWords, sentence, sideClass, tags } from './board.js';
import { bdi, capital, el, find, show } from './dom.js';
import { token } from './seat.js';
import './map.js';
import { start, table, watch } from './table.js';

const LAST = 7;
const lines = [];

function remember(item) {
	if (item.op === 'told') lines.push({ ...item, gone: false });
	else for (const line of lines) if (item.lines?.includes(line.n)) line.gone = item.op === 'back';
}

const who = (one) =>
	el(
		'li',
		{
			class: `who ${one.out ? 'out' : ''} ${one.state}`,
			'data-key': one.name,
			'data-test': 'who',
			'data-name': one.name,
		},
		el('p.line', {}, el('strong', {}, bdi(one.name)), el('span.hp', {}, healthWords(one))),
		bar(one),
		tags(one),
	);

const side = (one) =>
	el(
		'section',
		{ class: `card side ${sideClass(one.name)}`, 'data-key': one.name, 'data-test': 'side' },
		el('h2', {}, bdi(capital(one.name)), ' ', el('small', {}, `${one.standing} standing`)),
		el('ul', {}, table.view.people.filter((person) => person.side === one.name).map(who)),
	);

watch((items) => {
	const { fight, asks, steps, sides } = table.view;
	items.forEach(remember);
	document.title = `${fight.title} · Affray`;
	find('#title').textContent = fight.title;
	find('#round').textContent = fight.over ? 'Over' : fight.round ? `Round ${fight.round}` : 'Before the first round';
	show(
		find('#banner'),
		fight.over
			? fight.winner
				? ['Won by ', bdi(fight.winner)]
				: 'The fight is over'
			: asks
				? sentence(asks.what)
				: 'One moment …',
	);
	show(
		find('#steps'),
		steps.map((step, n) =>
			el(
				'li',
				{
					class: step.state.replace(' ', '-'),
					'aria-current': step.state === 'now' ? 'step' : null,
					'data-key': n + step.name,
				},
				step.name,
			),
		),
	);
	const now = find('.now');
	if (now) find('#steps').scrollLeft = now.offsetLeft - find('#steps').clientWidth / 3;
	show(find('#sides'), sides.map(side));
	show(
		find('#last'),
		lines
			.slice(-LAST)
			.reverse() // the newest first: what no longer fits on the screen is the oldest
			.map((line) =>
				el(
					'li',
					{ 'data-key': line.n, class: line.gone ? 'gone' : '', 'data-test': 'line', 'data-n': line.n },
					el('p', {}, sentence(line.words)),
				),
			),
	);
});

find('#full').onclick = () =>
	document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

if (token())
	start((on, error) => {
		find('#line').textContent = error || (on ? 'connected' : 'connecting …');
		find('#line').className = on ? 'on' : 'off';
	});
else find('#banner').textContent = 'This link is not whole: the part after # is missing. Ask the referee for it.';
