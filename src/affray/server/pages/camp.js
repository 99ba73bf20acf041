// A camp on the map: its tents and its fire.
import { el } from './dom.js';
import { chance, line, range } from './terrain.js';

export function camp({ seed, near, mid }) {
	const tents = range(0, 4, 1).map((n) => [Math.max(mid * 2, near.right - 60) + chance(seed, n, 4) * 150, (n % 2 ? 1 : -1) * (110 + chance(seed, n, 5) * 90)]);
	const fire = [mid * 2 + 54, 62];
	return [
		tents.map(([x, y]) => [el('path.tent', { d: `M${x - 34} ${y + 20}L${x} ${y - 26}L${x + 34} ${y + 20}Z` }), el('path.flap', { d: `M${x - 8} ${y + 20}L${x} ${y - 10}L${x + 8} ${y + 20}Z` })]),
		el('circle.glow', { cx: fire[0], cy: fire[1], r: 46 }),
		line(`M${fire[0] - 13} ${fire[1] + 8}l26-9M${fire[0] - 13} ${fire[1] - 1}l26 9`, 'beam'),
		el('g.flame', {}, el('use', { href: '/pages/seldom.svg#flame', x: fire[0] - 11, y: fire[1] - 17, width: 22, height: 22 })),
	];
}
