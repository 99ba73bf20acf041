// The time that is left for an answer.
import { el, find, several, show } from './dom.js';
import { table } from './table.js';

const seconds = (asks) => Math.max(0, Math.ceil((asks.until - Date.now()) / 1000));

/** A ring that runs out. */
export function ring(asks) {
	const left = seconds(asks);
	const share = Math.min(100, Math.round((100 * left) / (table.view.settings.timeout || left || 1)));
	return el(
		'div.ring',
		{ role: 'timer', 'aria-label': `${several(left, 'second')} left`, 'data-test': 'deadline' },
		el(
			'svg',
			{ viewBox: '-28 -28 56 56', width: 56, height: 56, 'aria-hidden': true },
			el('circle.ring-empty', { r: 24 }),
			el('circle.ring-full', { r: 24, pathLength: 100, 'stroke-dasharray': `${share} 100`, transform: 'rotate(-90)' }),
			el('text', { y: 6 }, String(left)),
		),
	);
}

setInterval(() => {
	const old = find('#asks .ring');
	if (old && table.view.asks?.until) show(old, ...ring(table.view.asks).childNodes);
}, 1000);
