// A small map: the ground, and everybody where they stand, seen from so near that the fray fills it.
import { el } from './dom.js';
import { tokenParts } from './drawings.js';
import { spread } from './spread.js';
import { SQUARE, scenery } from './terrain.js';

const SHARES = { fresh: 1, hurt: 0.6, 'badly hurt': 0.25 };
const [WIDE, HIGH] = [230, 230]; // what is seen of the ground, in its own units
const DEEP = 3; // in a file of a side whose places are not known
const TOKEN = 36;

/** Where they stand; before that is known the sides face each other. */
function placed(people, sides, ground) {
	const before = new Map();
	return people
		.filter((one) => one.up)
		.map((one) => {
			const side = sides.indexOf(one.side);
			if (ground.known && !ground.contact) return { ...one, side, x: (one.x / ground.square) * SQUARE, y: (one.y / ground.square) * SQUARE };
			const n = before.get(side) || 0;
			before.set(side, n + 1);
			const out = (Math.floor(n / DEEP) + 0.75) * SQUARE;
			return { ...one, side, x: side % 2 ? out : -out, y: ((n % DEEP) - (DEEP - 1) / 2) * SQUARE * 1.15 };
		});
}

/** The middle of the closest two who are no friends. */
function fray(all) {
	let best = [Infinity, { x: 0, y: 0 }];
	for (const one of all)
		for (const other of all) {
			const far = Math.hypot(one.x - other.x, one.y - other.y);
			if (one.side < other.side && far < best[0]) best = [far, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }];
		}
	return best[1];
}

const token = (one, acting) =>
	el(
		`g.token.side-${one.side % 4}`,
		{ transform: `translate(${one.x.toFixed(1)} ${one.y.toFixed(1)})` },
		one.name === acting && el('circle.gold', { r: 21.5 }),
		tokenParts({ side: one.side, share: SHARES[one.health] ?? 1, glyph: one.glyph, number: one.number }),
	);

/** `acting`: the name of the one who is marked. */
export async function miniature(ground, people, sides, acting = '') {
	const all = spread(placed(people, sides, ground), SQUARE, TOKEN);
	const { x, y } = fray(all);
	const box = { left: x - WIDE, right: x + WIDE, top: y - HIGH, bottom: y + HIGH };
	const drawn = await scenery({ ...ground, acting: null }, box, { left: x - WIDE / 2, right: x + WIDE / 2, top: y - HIGH / 2, bottom: y + HIGH / 2 });
	return el(
		'svg.map',
		{ viewBox: `${x - WIDE / 2} ${y - HIGH / 2} ${WIDE} ${HIGH}`, preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': true },
		el('g', {}, drawn),
		el('g', {}, all.map((one) => token(one, acting))),
	);
}
