// The ground in the open: land with its trees, roads, a river with a ford or a bridge, a camp.
import { bring } from './api.js';
import { el } from './dom.js';
import { all, chance, crack, line, path, range, scattered, stone } from './terrain.js';

const TREES = { forest: 0.5, camp: 0.2, ford: 0.24, bridge: 0.24, open: 0.12, road: 0.2, crossroads: 0.16 };

const tree = (x, y, size) => {
	const wide = 22 + size * 12;
	return el('use', { href: '/pages/glyphs.svg#tree', x: x - wide / 2, y: y - wide / 2, width: wide, height: wide * 1.08 });
};
const tuft = (x, y) => `M${(x - 5).toFixed(1)} ${y.toFixed(1)}q1-6 2-7m3 7q0-7 1-9m4 9q-1-5-1-7`;
function outcrop(x, y, size) {
	const rim = range(0, 8, 1).map((n) => {
		const turn = (n / 9) * 2 * Math.PI;
		const far = (38 + size * 40) * (0.75 + chance(Math.round(x), n, Math.round(y)) * 0.5);
		return [x + far * Math.cos(turn), y + far * 0.8 * Math.sin(turn)];
	});
	return [el('path.rock.edge', { d: path(rim, 'Z') }), line(rim.map(([px, py]) => path([[px, py], [px + (x - px) * 0.22, py + (y - py) * 0.22]])).join(''), 'hatch'), line(crack(x - 12, y, size), 'crack')];
}
const blotch = (x, y, size) => el('ellipse.blotch', { cx: x, cy: y, rx: 90 + size * 90, ry: 36 + size * 30 });

export async function scene(place) {
	const { scene, mid } = place;
	const wet = scene === 'ford' || scene === 'bridge';
	const dry = (x) => !wet || Math.abs(x - mid) > 100;
	const free = (x, y) => dry(x) && (Math.abs(y) > 80 || x < place.near.left - 90 || x > place.near.right + 90);
	const roads = ['ford', 'bridge', 'road', 'crossroads'].includes(scene);
	return [
		all(place.box, 'land'),
		scattered({ ...place, seed: place.seed + 40 }, 0.05, blotch),
		roads && road(place),
		scene === 'crossroads' && road(place, true),
		line(scattered({ ...place, seed: place.seed + 20 }, 0.32, tuft, (x, y) => dry(x) && Math.abs(y) > 36).join(''), 'tuft'),
		scattered({ ...place, seed: place.seed + 60 }, 0.02, outcrop, (x, y) => dry(x) && Math.abs(y) > 170),
		wet && river(place),
		scene === 'camp' && (await bring('camp'))?.camp(place),
		scattered(place, TREES[scene], tree, free),
	];
}

function road({ box, mid }, upright = false) {
	const points = upright
		? range(box.top, box.bottom, 30).map((y) => [mid + 12 * Math.sin(y / 170), y])
		: range(box.left, box.right, 30).map((x) => [x, 14 * Math.sin(x / 170)]);
	const beside = (by) => path(points.map(([x, y]) => (upright ? [x + by, y] : [x, y + by])));
	return [line(path(points), 'road-edge'), line(path(points), 'road'), line(beside(-9) + beside(9), 'ruts')];
}

function river({ box, mid, seed, scene }) {
	const middle = (y) => mid + 22 * Math.sin(y / 140 + (seed % 7)) + 8 * Math.sin(y / 60);
	const bank = (by) => range(box.top, box.bottom + 20, 20).map((y) => [middle(y) + by, y]);
	const dashes = (by, sign) =>
		range(box.top, box.bottom, 13)
			.filter((y) => Math.abs(y) > 60)
			.map((y, n) => `M${(middle(y) + by).toFixed(1)} ${y}l${sign * (5 + (n % 3) * 2)} ${-sign * 1.5}`)
			.join('');
	return [
		el('path.water', { d: path([...bank(-64), ...bank(64).reverse()], 'Z') }),
		[-44, -24, -2, 20, 42].map((by, n) => line(path(bank(by)), 'ripple', { 'stroke-dasharray': ['40 14 22 18', '60 20 12 16', '30 12 44 22'][n % 3] })),
		line(dashes(-66, -1) + dashes(66, 1), 'hatch'),
		scene === 'ford' ? shallows(middle, seed) : bridge(middle(0)),
	];
}

function shallows(middle, seed) {
	const ys = range(-52, 52, 8);
	const swell = (y) => 66 + 4 * Math.cos(y / 20);
	const edge = (side) => ys.map((y) => [middle(y) + side * swell(y), y + (side > 0 ? 0 : 4 * Math.sin(y / 9))]);
	const bar = (y) => path(range(-66, 66, 12).map((x) => [middle(y) + x, y + Math.sign(y) * 7 * Math.cos(x / 44)]));
	const stones = range(0, 13, 1).map((n) => [middle(0) - 56 + chance(seed, n, 1) * 112, -46 + chance(seed, n, 2) * 92, chance(seed, n, 3)]);
	return [el('path.shallow', { d: path([...edge(-1), ...edge(1).reverse()], 'Z') }), line(bar(-52) + bar(52), 'ripple', { 'stroke-dasharray': '3 5' }), stones.map(([x, y, size]) => stone(x, y, size))];
}

function bridge(x) {
	const planks = range(x - 84, x + 84, 9).map((at) => `M${at} -40V40`);
	return [el('rect.planks', { x: x - 88, y: -40, width: 176, height: 80 }), line(planks.join(''), 'seam'), line(`M${x - 92} -41H${x + 92}M${x - 92} 41H${x + 92}`, 'beam')];
}
