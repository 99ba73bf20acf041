// The ground within walls, and on deck: a floor, a passage, a cave, a ship, rooms under water.
import { el } from './dom.js';
import { SQUARE, all, chance, crack, line, path, range, scattered, stone } from './terrain.js';

const cracks = (place, share, allowed) => line(scattered(place, share, crack, allowed).join(''), 'crack');

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

export const scene = (place) => (SCENES[place.scene] || floor)(place);
