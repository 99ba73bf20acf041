// Where the sides start, on the ground of the fight: as the map will show it, with how far they are apart.
import { el } from './dom.js';
import { tokenParts } from './drawings.js';
import { spread } from './spread.js';
import { SQUARE, scenery } from './terrain.js';

const [ASPECT, LEAST, MARGIN] = [0.44, 15, 1.6]; // height by width; squares across at least, and beside the outermost
const [DEEP, MOST] = [4, 24]; // in a file of those whose places are not written, and how many of a side are drawn
const TOKEN = 36;
const drawn = { key: '', parts: [] };

/** Everybody with a place, in units of the map: as the file says, or in files that face the others. */
function people({ sides, ground }) {
	const apart = (ground.apart / ground.square) * SQUARE;
	return sides.flatMap((side, n) => {
		const all = side.members.flatMap((one) => one.people.map((name) => ({ name, glyph: one.glyph })));
		return all.slice(0, MOST).map((one, at) => ({ ...one, side: n, up: true, ...(ground.known ? own(side, one.name, ground.square) : inFile(at, Math.min(all.length, MOST), n, apart)) }));
	});
}

function own(side, name, square) {
	const { x, y } = side.people.find((one) => one.name === name);
	return { x: (x / square) * SQUARE, y: (y / square) * SQUARE };
}

/** The first side looks right, the second left, others stand below between them. */
function inFile(at, many, side, apart) {
	const file = Math.floor(at / DEEP);
	const high = Math.min(DEEP, many - file * DEEP);
	const across = ((at % DEEP) - (high - 1) / 2) * 1.2 * SQUARE;
	const gap = Math.max(apart, 1.3 * SQUARE);
	if (side === 0) return { x: (apart - gap) / 2 - file * 1.1 * SQUARE, y: across };
	if (side === 1) return { x: (apart + gap) / 2 + file * 1.1 * SQUARE, y: across };
	return { x: apart / 2 + across, y: (2.4 + side - 2 + file) * 1.1 * SQUARE };
}

/** What is seen: everybody, and somewhat more; never higher or wider than the picture. */
function extent(all) {
	const xs = all.map((one) => one.x);
	const ys = all.map((one) => one.y);
	const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
	const wide = Math.max(right - left + 2 * MARGIN * SQUARE, (bottom - top + 2 * MARGIN * SQUARE) / ASPECT, LEAST * SQUARE);
	return { x: (left + right) / 2, y: (top + bottom) / 2, wide, high: wide * ASPECT };
}

const token = (one, size) => el(`g.side-${one.side % 4}`, { 'data-key': one.name, transform: `translate(${one.x.toFixed(1)} ${one.y.toFixed(1)}) scale(${size.toFixed(2)})` }, tokenParts({ side: one.side, glyph: one.glyph }));

function distance({ ground }, all, size) {
	if (ground.contact || !ground.apart) return [];
	const middle = ((ground.apart / ground.square) * SQUARE) / 2;
	const words = `${Math.round(ground.apart)} ft`;
	const inner = (side, edge) => edge(...all.filter((one) => one.side === side).map((one) => one.x));
	return [
		el('line.between', { x1: inner(0, Math.max) + 26 * size, x2: inner(1, Math.min) - 26 * size, y1: 0, y2: 0 }),
		el('g', { transform: `translate(${middle.toFixed(1)} 0) scale(${size.toFixed(2)})` }, el('rect.pill', { x: -34, y: -14, width: 68, height: 28, rx: 14 }), el('text.far', { y: 5 }, words)),
	];
}

/** The parts of the picture, drawn anew where `checked` is another fight than before. */
export async function lineUp(checked) {
	if (!checked?.ground || !checked.sides.some((side) => side.people.length)) return [];
	const { ground, sides } = checked;
	const key = JSON.stringify([ground, sides.map((side) => [side.people, side.members.map((one) => one.glyph)])]);
	if (key !== drawn.key) Object.assign(drawn, { key, parts: await parts(checked) });
	return drawn.parts;
}

async function parts(checked) {
	const all = people(checked);
	const { x, y, wide, high } = extent(all);
	const size = Math.max(1, wide / (17 * SQUARE));
	const near = { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
	const box = { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
	const words = checked.ground.contact ? 'Where they start: in contact.' : checked.ground.known ? 'Where they start.' : checked.ground.apart ? `Where they start: ${Math.round(checked.ground.apart)} feet apart.` : 'Where they start: the distance is rolled.';
	return [
		el(
			'svg.map',
			{ viewBox: `${x - wide / 2} ${y - high / 2} ${wide} ${high}`, preserveAspectRatio: 'xMidYMid slice', role: 'img', 'aria-label': words },
			el('g', {}, await scenery({ ...checked.ground, acting: null }, box, near)),
			distance(checked, all, size),
			spread(all, SQUARE, TOKEN * size).map((one) => token(one, size)),
		),
		el('figcaption', {}, words),
	];
}
