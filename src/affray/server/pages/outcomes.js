// Who comes out on top and how surely, as words and bars.
import { bdi, el, percent } from './dom.js';

export const between = (one) =>
	`${percent(one.share)}${one.low != null && one.high - one.low > 0.005 ? ` (${percent(one.low)} to ${percent(one.high)})` : ''}`;
export const meter = (one) => el('span.bar.share', { '--share': one.share, 'aria-hidden': true }, el('i'));

export const outcomes = (found) => [
	el('p', {}, found.sentence),
	el(
		'dl.outcomes',
		{},
		Object.entries(found.outcomes)
			.filter(([, one]) => one.share > 0 || one.high > 0.01)
			.map(([name, one]) => [el('dt', {}, bdi(name)), el('dd', {}, between(one), meter(one))]),
	),
	el('p.small', {}, found.exact ? 'Exact: every way the dice can fall.' : `From ${found.fights} fights.`),
];
