// The ground of the map: what the scenario knows of the place, drawn in squares of SQUARE, and scattered by its seed. The
// open country and what has walls are modules of their own, of which a fight needs one.
import { bring } from './api.js';
import { el } from './dom.js';

export const SQUARE = 36;
const CELL = 64; // one tree, tuft or stone at most
const MOST_CELLS = 2600;
const GREEN = new Set(['open', 'ford', 'bridge', 'road', 'crossroads', 'camp', 'forest']);
/** A number from 0 to 1 that is the same for the same place of the same ground. */
export function chance(seed, i, j) {
	let mixed = seed ^ Math.imul(i + 7, 374761393) ^ Math.imul(j + 13, 668265263);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
export const path = (points, close = '') => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${close}`;
export const range = (from, to, step) => Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, n) => from + n * step);
export const line = (d, cls, given = {}) => el(`path.${cls}`, { d, ...given });

/** Everything below the tokens. `box`: the part of the ground that can be seen; `near`: where people stand. */
export async function scenery(ground, box, near) {
	const place = { ...ground, box, near, mid: (ground.apart / ground.square / 2) * SQUARE };
	const scenes = await bring(GREEN.has(ground.scene) ? 'countryside' : 'chambers');
	return [
		await scenes?.scene(place),
		ground.rough && scattered(place, 0.5, stone),
		grid(place),
		ground.cover.map((one) => coverAt(one, ground.square)),
		ground.fires.map((one) => fireAt(one, ground.square)),
		ground.light === 'dark' && all(box, 'night'),
	];
}

export const all = ({ left, top, right, bottom }, cls) => el(`rect.${cls}`, { x: left, y: top, width: right - left, height: bottom - top });

function grid({ box: { left, top, right, bottom } }) {
	const half = SQUARE / 2;
	const first = (edge) => Math.ceil((edge - half) / SQUARE) * SQUARE + half;
	const down = range(first(left), right, SQUARE).map((x) => `M${x} ${top}V${bottom}`);
	return line(down.concat(range(first(top), bottom, SQUARE).map((y) => `M${left} ${y}H${right}`)).join(''), 'grid');
}

/** One thing in some of the cells, each at its own place in its cell. */
export function scattered({ seed, box }, share, draw, allowed = () => true) {
	const columns = range(Math.floor(box.left / CELL), Math.ceil(box.right / CELL), 1);
	const rows = range(Math.floor(box.top / CELL), Math.ceil(box.bottom / CELL), 1);
	if (columns.length * rows.length > MOST_CELLS) return [];
	return columns.flatMap((i) =>
		rows
			.filter((j) => chance(seed, i, j) < share)
			.map((j) => [(i + chance(seed + 1, i, j)) * CELL, (j + chance(seed + 2, i, j)) * CELL, chance(seed + 3, i, j)])
			.filter(([x, y]) => allowed(x, y))
			.map(([x, y, size]) => draw(x, y, size)),
	);
}

export const stone = (x, y, size) => el('ellipse.stone', { cx: x, cy: y, rx: 3 + size * 4, ry: 2 + size * 3 });
export const crack = (x, y, size) => `M${x.toFixed(1)} ${y.toFixed(1)}l${(8 + size * 12).toFixed(1)} ${(6 - size * 14).toFixed(1)} ${(4 + size * 9).toFixed(1)} ${(9 * size).toFixed(1)}`;

// --- what stands on it

function coverAt({ x, y, cover }, square) {
	const at = [x, y].map((each) => (each / square) * SQUARE);
	return el('g.cover', { transform: `translate(${at[0]} ${at[1]})` }, el('title', {}, `Cover: ${cover}`), el('path.crate', { d: 'M-17-17H17V17H-17ZM-17-17 17 17M17-17-17 17' }));
}

function fireAt({ x, y, unlit }, square) {
	const at = [x, y].map((each) => (each / square) * SQUARE);
	const flame = el('g.flame', {}, el('use', { href: '/pages/seldom.svg#flame', x: -16, y: -18, width: 32, height: 32 }));
	return el('g', { transform: `translate(${at[0]} ${at[1]})` }, el('title', {}, unlit ? 'Oil' : 'Burning oil'), el(unlit ? 'circle.oil' : 'circle.glow', { r: SQUARE }), !unlit && flame);
}
