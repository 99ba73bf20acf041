// The ground of the map: what the scenario knows of the place, drawn in squares of SQUARE, and scattered by its seed.
import { el } from './dom.js';

export const SQUARE = 36;
const CELL = 64; // one tree, tuft or stone at most
const MOST_CELLS = 2600;
const GREEN = new Set(['open', 'ford', 'bridge', 'road', 'crossroads', 'camp', 'forest']);
const TREES = { forest: 0.5, camp: 0.2, ford: 0.24, bridge: 0.24, open: 0.12, road: 0.2, crossroads: 0.16 };

/** A number from 0 to 1 that is the same for the same place of the same ground. */
function chance(seed, i, j) {
	let mixed = seed ^ Math.imul(i + 7, 374761393) ^ Math.imul(j + 13, 668265263);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
const path = (points, close = '') => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${close}`;
const range = (from, to, step) => Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, n) => from + n * step);
const line = (d, cls, given = {}) => el(`path.${cls}`, { d, ...given });

/** Everything below the tokens. `box`: the part of the ground that can be seen; `near`: where people stand. */
export function scenery(ground, box, near) {
	const place = { ...ground, box, near, mid: (ground.apart / ground.square / 2) * SQUARE };
	return [
		(GREEN.has(ground.scene) ? countryside : SCENES[ground.scene] || floor)(place),
		ground.rough && scattered(place, 0.5, stone),
		grid(place),
		ground.cover.map((one) => coverAt(one, ground.square)),
		ground.fires.map((one) => fireAt(one, ground.square)),
		ground.light === 'dark' && all(box, 'night'),
	];
}

const all = ({ left, top, right, bottom }, cls) => el(`rect.${cls}`, { x: left, y: top, width: right - left, height: bottom - top });

function grid({ box: { left, top, right, bottom } }) {
	const half = SQUARE / 2;
	const first = (edge) => Math.ceil((edge - half) / SQUARE) * SQUARE + half;
	const down = range(first(left), right, SQUARE).map((x) => `M${x} ${top}V${bottom}`);
	return line(down.concat(range(first(top), bottom, SQUARE).map((y) => `M${left} ${y}H${right}`)).join(''), 'grid');
}

/** One thing in some of the cells, each at its own place in its cell. */
function scattered({ seed, box }, share, draw, allowed = () => true) {
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

const tree = (x, y, size) => {
	const wide = 22 + size * 12;
	return el('use', { href: '/pages/glyphs.svg#tree', x: x - wide / 2, y: y - wide / 2, width: wide, height: wide * 1.08 });
};
const tuft = (x, y) => `M${(x - 5).toFixed(1)} ${y.toFixed(1)}q1-6 2-7m3 7q0-7 1-9m4 9q-1-5-1-7`;
const stone = (x, y, size) => el('ellipse.stone', { cx: x, cy: y, rx: 3 + size * 4, ry: 2 + size * 3 });
const crack = (x, y, size) => `M${x.toFixed(1)} ${y.toFixed(1)}l${(8 + size * 12).toFixed(1)} ${(6 - size * 14).toFixed(1)} ${(4 + size * 9).toFixed(1)} ${(9 * size).toFixed(1)}`;
const cracks = (place, share, allowed) => line(scattered(place, share, crack, allowed).join(''), 'crack');
function outcrop(x, y, size) {
	const rim = range(0, 8, 1).map((n) => {
		const turn = (n / 9) * 2 * Math.PI;
		const far = (38 + size * 40) * (0.75 + chance(Math.round(x), n, Math.round(y)) * 0.5);
		return [x + far * Math.cos(turn), y + far * 0.8 * Math.sin(turn)];
	});
	return [el('path.rock.edge', { d: path(rim, 'Z') }), line(rim.map(([px, py]) => path([[px, py], [px + (x - px) * 0.22, py + (y - py) * 0.22]])).join(''), 'hatch'), line(crack(x - 12, y, size), 'crack')];
}
const blotch = (x, y, size) => el('ellipse.blotch', { cx: x, cy: y, rx: 90 + size * 90, ry: 36 + size * 30 });

// --- in the open

function countryside(place) {
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
		scene === 'camp' && camp(place),
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

function camp({ seed, near, mid }) {
	const tents = range(0, 4, 1).map((n) => [Math.max(mid * 2, near.right - 60) + chance(seed, n, 4) * 150, (n % 2 ? 1 : -1) * (110 + chance(seed, n, 5) * 90)]);
	const fire = [mid * 2 + 54, 62];
	return [
		tents.map(([x, y]) => [el('path.tent', { d: `M${x - 34} ${y + 20}L${x} ${y - 26}L${x + 34} ${y + 20}Z` }), el('path.flap', { d: `M${x - 8} ${y + 20}L${x} ${y - 10}L${x + 8} ${y + 20}Z` })]),
		el('circle.glow', { cx: fire[0], cy: fire[1], r: 46 }),
		line(`M${fire[0] - 13} ${fire[1] + 8}l26-9M${fire[0] - 13} ${fire[1] - 1}l26 9`, 'beam'),
		el('g.flame', {}, el('use', { href: '/pages/glyphs.svg#flame', x: fire[0] - 11, y: fire[1] - 17, width: 22, height: 22 })),
	];
}

// --- within walls

/** The room that people have: so much on all sides of where the fight began, and more if somebody has gone farther. */
function room({ mid, near }, along, across) {
	const more = SQUARE * 2;
	return {
		left: Math.min(-along * SQUARE, near.left - more),
		right: Math.max(mid * 2 + along * SQUARE, near.right + more),
		top: Math.min(-across * SQUARE, near.top - more),
		bottom: Math.max(across * SQUARE, near.bottom + more),
	};
}

const slabs = ({ left, right, top, bottom }) => {
	const rows = range(Math.floor(top / 54) * 54, bottom, 54);
	const joints = rows.flatMap((y, n) => range(Math.floor(left / 72) * 72 + (n % 2) * 36, right, 72).map((x) => `M${x} ${y}v54`));
	return line(rows.map((y) => `M${left} ${y}H${right}`).join('') + joints.join(''), 'slabs');
};

const floor = (place) => [all(place.box, 'floor'), slabs(place.box), cracks(place, 0.07), scattered({ ...place, seed: place.seed + 9 }, 0.08, stone)];

function passage(place) {
	const { box } = place;
	const half = (place.width / place.square / 2) * SQUARE;
	const hatch = range(box.left, box.right, 12).map((x, n) => `M${x} ${-half}l${-3 - (n % 3)} ${-9 - (n % 4) * 2}M${x} ${half}l${3 + (n % 3)} ${9 + (n % 4) * 2}`);
	const strip = { ...box, top: -half, bottom: half };
	return [
		all(box, 'rock'),
		cracks(place, 0.25, (_, y) => Math.abs(y) > half + 24),
		all(strip, 'floor'),
		slabs(strip),
		line(hatch.join(''), 'hatch'),
		line(`M${box.left} ${-half}H${box.right}M${box.left} ${half}H${box.right}`, 'wall'),
	];
}

function cave(place) {
	const { left, right, top, bottom } = room(place, 7, 11);
	const [x, y, wide, tall] = [(left + right) / 2, (top + bottom) / 2, ((right - left) / 2) * 1.1, ((bottom - top) / 2) * 1.05];
	const rim = range(0, 71, 1).map((n) => {
		const turn = (n / 72) * 2 * Math.PI;
		const far = 1 + (chance(place.seed, n, 6) - 0.4) * 0.12;
		return [x + wide * far * Math.sign(Math.cos(turn)) * Math.abs(Math.cos(turn)) ** 0.55, y + tall * far * Math.sign(Math.sin(turn)) * Math.abs(Math.sin(turn)) ** 0.55];
	});
	const hatch = rim.map(([px, py]) => path([[px, py], [px + (px - x) * 0.045, py + (py - y) * 0.06]]));
	return [all(place.box, 'rock'), cracks(place, 0.25), el('path.floor.wall', { d: path(rim, 'Z') }), line(hatch.join(''), 'hatch'), scattered({ ...place, seed: place.seed + 9 }, 0.16, stone)];
}

function deck(place) {
	const { left, right, top, bottom } = room(place, 7, 9);
	const middle = (top + bottom) / 2;
	const hull = `M${left} ${top}H${right}Q${right + 150} ${top + 30} ${right + 190} ${middle}Q${right + 150} ${bottom - 30} ${right} ${bottom}H${left}Q${left - 40} ${middle} ${left} ${top}Z`;
	const planks = range(top + 18, bottom - 9, 18).map((y, n) => `M${left - 8} ${y}H${right + 40}${range(left + (n % 3) * 60, right, 180).map((x) => `M${x} ${y}v-18`).join('')}`);
	return [
		sea(place),
		el('path.planks', { d: hull }),
		line(planks.join(''), 'seam'),
		line(hull, 'railing'),
		[0.25, 0.7].map((share) => [el('circle.mast', { cx: left + share * (right - left), cy: middle, r: 15 }), el('circle.mast-top', { cx: left + share * (right - left), cy: middle, r: 7 })]),
	];
}

const sea = (place) => [all(place.box, 'water'), scattered({ ...place, seed: place.seed + 5 }, 0.5, (x, y, size) => line(`M${x} ${y}q7-6 14 0t14 0${size > 0.5 ? 't14 0' : ''}`, 'ripple'))];

function flooded(place) {
	const { left, right, top, bottom } = room(place, 8, 11);
	const inside = { left, right, top, bottom };
	const pillar = (x, y) => [el('circle.rock', { cx: x, cy: y, r: 15 }), el('circle.pillar', { cx: x, cy: y, r: 10 })];
	const deep = place.scene === 'under water';
	return [
		all(place.box, 'rock'),
		cracks(place, 0.25),
		all(inside, deep ? 'water' : 'shallow'),
		slabs(inside),
		sea({ ...place, box: inside })[1],
		range(left + 108, right - 60, 216).flatMap((x) => [top + 72, bottom - 72].map((y) => pillar(x, y))),
		el('rect.wall', { x: left, y: top, width: right - left, height: bottom - top }),
	];
}

const SCENES = { deck, passage, cave, flooded, 'under water': flooded, floor };

// --- what stands on it

function coverAt({ x, y, cover }, square) {
	const at = [x, y].map((each) => (each / square) * SQUARE);
	return el('g.cover', { transform: `translate(${at[0]} ${at[1]})` }, el('title', {}, `Cover: ${cover}`), el('path.crate', { d: 'M-17-17H17V17H-17ZM-17-17 17 17M17-17-17 17' }));
}

function fireAt({ x, y, unlit }, square) {
	const at = [x, y].map((each) => (each / square) * SQUARE);
	const flame = el('g.flame', {}, el('use', { href: '/pages/glyphs.svg#flame', x: -16, y: -18, width: 32, height: 32 }));
	return el('g', { transform: `translate(${at[0]} ${at[1]})` }, el('title', {}, unlit ? 'Oil' : 'Burning oil'), el(unlit ? 'circle.oil' : 'circle.glow', { r: SQUARE }), !unlit && flame);
}
