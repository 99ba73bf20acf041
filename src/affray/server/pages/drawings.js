// What is drawn: glyphs, tokens of combatants, dice with the face they show, and the mark of a book.
import { el } from './dom.js';

const SIZES = { token: 42, die: 44 };
const OCTAGON = [18.3, 16.6, 14.2]; // outline, ring and plate, as distances from the middle to a flat side
const CIRCLE = [18.5, 16.8, 14.4];

const SELDOM = new Set('axe d20 drop eye find flame heart home paw shield spear star wing x'.split(' ')); // in a file of their own, fetched with the first of them

/** Where a glyph is drawn. */
export const glyphAt = (name) => `/pages/${SELDOM.has(name) ? 'seldom' : 'glyphs'}.svg#${name}`;

/** A glyph in the colour of the text; with a label it is read out, without one it is decoration. */
export const glyph = (name, label = '') =>
	el(
		'svg.g',
		label ? { viewBox: '0 0 24 24', role: 'img', 'aria-label': label } : { viewBox: '0 0 24 24', 'aria-hidden': true },
		el('use', { href: glyphAt(name) }),
	);

/** The mark of a rulebook. */
export const bookMark = (book) =>
	el('svg.g', { viewBox: '0 0 40 40', 'aria-hidden': true }, el('use', { href: `/pages/mark-${book}.svg#mark` }));

const octagon = (flat) => {
	const cut = flat * 0.415;
	const corners = [[0, -flat], [cut, -flat], [flat, -cut], [flat, cut], [cut, flat], [-cut, flat], [-flat, cut], [-flat, -cut], [-cut, -flat]];
	return `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
};
const polygon = (sides, radius) =>
	`M${Array.from({ length: sides }, (_, n) => {
		const turn = (2 * Math.PI * n) / sides - Math.PI / 2;
		return `${(radius * Math.cos(turn)).toFixed(1)} ${(radius * Math.sin(turn)).toFixed(1)}`;
	}).join('L')}Z`;
const square = (half) => `M0 ${-half}H${half}V${half}H${-half}V${-half}Z`;

/** The shape of a side, so that no side is told by its colour alone: round, eight-sided, square, six-sided. */
function shapes(number) {
	if (number === 0) return CIRCLE.map((r) => (cls, given) => el(`circle.${cls}`, { r, ...given, ...turned(given) }));
	const path = [octagon, (r) => square(r * 0.92), (r) => polygon(6, r * 1.08)][(number - 1) % 3];
	return OCTAGON.map((r) => (cls, given) => el(`path.${cls}`, { d: path(r), ...given }));
}
const turned = (given) => (given.pathLength ? { transform: 'rotate(-90)' } : {});

/** The parts of a token round its middle; `share` of the ring of hit points is full. */
export function tokenParts({ side, share = 1, glyph: name, number, dead = false }) {
	const [outline, ring, plate] = shapes(side);
	return [
		outline('outline', {}),
		ring('ring-empty', {}),
		!dead && ring('ring-full', { pathLength: 100, 'stroke-dasharray': `${Math.round(share * 100)} 100` }),
		plate('plate', {}),
		el('g.on-plate', {}, el('use', { href: glyphAt(dead ? 'skull' : name), x: -8.8, y: -8.8, width: 17.6, height: 17.6 })),
		number && !dead && [el('circle.number', { cx: 13.3, cy: 13.3, r: 7.6 }), el('text.number-text', { x: 13.3, y: 16.9 }, number)],
	];
}

/** A token by itself, beside a name. */
export const token = (given, size = SIZES.token) =>
	el(
		`svg.token-drawing.side-${given.side % 4}${given.dead ? '.dead' : ''}`,
		{ width: size, height: size, viewBox: '-20 -20 40 40', 'aria-hidden': true },
		tokenParts(given),
	);

const PIPS = { 1: [[22, 22]], 2: [[13, 13], [31, 31]], 3: [[13, 13], [22, 22], [31, 31]] };
PIPS[4] = [...PIPS[2], [31, 13], [13, 31]];
PIPS[5] = [...PIPS[4], [22, 22]];
PIPS[6] = [...PIPS[4], [13, 22], [31, 22]];
const FACES = {
	4: ['M22 4 41 38H3Z', 'M22 4v34', 33],
	8: ['M22 2 40 22 22 42 4 22Z', 'M4 22h36M22 2v20', 20],
	10: ['M22 2 41 19v7L22 42 3 26v-7Z', 'M3 19l19 9 19-9M22 28v14', 22],
	12: ['M22 2 36 8l6 14-6 14-14 6-14-6L2 22 8 8Z', 'M22 10 33 18l-4 13H15L11 18Z', 27],
	20: ['M22 2 40 12v20L22 42 4 32V12Z', 'M22 11 11.5 29.5h21ZM22 2v9M4 12l7.5 17.5M40 12l-7.5 17.5M11.5 29.5 22 42l10.5-12.5', 26],
};

/** A die as it lies on the table: pips on a d6, else its number. */
export function die(sides, face, size = SIZES.die) {
	const label = `d${sides} shows ${face}`;
	return el('svg.die', { width: size, height: size, viewBox: '0 0 44 44', role: 'img', 'aria-label': label }, sides === 6 && face <= 6 ? pips(face) : numbered(sides, face));
}

const pips = (face) =>
	el(
		'g',
		{ transform: 'rotate(-7 22 22)' },
		el('rect.face', { x: 4, y: 4, width: 36, height: 36, rx: 8 }),
		PIPS[face].map(([cx, cy]) => el('circle.pip', { cx, cy, r: 3.7 })),
	);

function numbered(sides, face) {
	const [outline, edges, y] = FACES[sides] || FACES[8];
	return [el('path.face', { d: outline }), el('path.edge', { d: edges }), el('text', { x: 22, y }, String(face))];
}
