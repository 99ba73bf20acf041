// Where everyone stands: distances to scale, and a line between those who are engaged.
import { el, find, show } from './dom.js';
import { shape, sideClass } from './board.js';
import { apart, far, select, table, unit, watch } from './table.js';

const SIZE = 15; // a token's radius in pixels
const EDGE = 24;

/** Two letters of a name, or its number: "Orc 2" is 2 where there are several of its kind. */
const letters = (name) => name.match(/\s(\d+)$/)?.[1] || [...name].slice(0, 2).join('');

/** Pixels for people: to scale along x, to scale along y as far as there is room, and nobody on top of another. */
function placed(people, width) {
	const xs = people.map((who) => who.x);
	const ys = people.map((who) => who.y);
	const wide = Math.max(...xs) - Math.min(...xs);
	const span = Math.max(wide, unit() === 'm' ? 8 : 25); // a melee is not drawn larger than a room
	const low = Math.min(...xs) - (span - wide) / 2;
	const scale = (width - 2 * EDGE) / span;
	const tall = Math.max(...ys) - Math.min(...ys);
	const rise = tall ? Math.min(scale, 170 / tall) : 0;
	const done = [];
	for (const who of [...people].sort((a, b) => a.y - b.y || a.x - b.x)) {
		const x = EDGE + (who.x - low) * scale;
		const free = (y) => done.every((one) => Math.hypot(one.x - x, one.y - y) >= 2 * SIZE);
		let y = who.y * rise;
		for (let step = 0; !free(y) && step < 400; step++) y += 4; // downwards only: who stands beside whom is kept
		done.push({ who, x, y });
	}
	const top = Math.min(...done.map((one) => one.y)) - SIZE - 6;
	for (const one of done) one.y -= top;
	return { done, low, span, scale, height: Math.max(...done.map((one) => one.y)) + SIZE + 28 };
}

function token({ who, x, y }) {
	const asked = table.view.asks?.who === who.name;
	const kind = [
		'token',
		sideClass(who.side),
		shape(who),
		asked && 'asked',
		table.cursor === who.name && 'here',
		who.hidden && 'unseen',
		!who.up && 'fallen',
	]
		.filter(Boolean)
		.join(' ');
	return el(
		'g',
		{ class: kind, transform: `translate(${x} ${y})`, onclick: () => select(who.name), 'data-key': who.name },
		el('title', {}, `${who.name}${who.out ? `, ${who.out}` : ''}`),
		el('circle', { r: SIZE }),
		el('text', { 'text-anchor': 'middle', dy: '.35em' }, who.up ? letters(who.name) : '×'),
	);
}

function ruler({ low, span, scale, height }, width) {
	const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => one * scale > 60) || 2000;
	const first = Math.ceil(low / step) * step; // the places by which the referee moves people
	const marks = [];
	for (let at = first; at <= low + span; at += step)
		marks.push(
			el(
				'text.mark',
				{ x: EDGE + (at - low) * scale, y: height - 6, 'text-anchor': 'middle' },
				at === first ? `${at} ${unit()}` : String(at),
			),
		);
	return [el('line.ruler', { x1: 8, x2: width - 8, y1: height - 20, y2: height - 20 }), marks];
}

/** The same in words, for those who can't see it. */
function described(people) {
	const said = people
		.filter((who) => who.up)
		.map((who) => {
			const foes = people
				.filter((one) => one.up && one.side !== who.side)
				.sort((a, b) => apart(who, a) - apart(who, b));
			return foes.length ? `${who.name} is ${far(apart(who, foes[0]))} from ${foes[0].name}` : who.name;
		});
	return `Where everyone stands. ${said.join('; ')}.`;
}

export function draw(place) {
	const people = table.view.people.filter((who) => who.up || ['dead', 'down'].includes(who.out));
	if (!people.length || !place.clientWidth) return show(place);
	const width = place.clientWidth;
	const laid = placed(people, width);
	const at = new Map(laid.done.map((one) => [one.who.name, one]));
	const pairs = laid.done.flatMap((one) =>
		one.who.engaged
			.filter((name) => name > one.who.name || !at.get(name)?.who.engaged.includes(one.who.name))
			.map((name) => at.get(name))
			.filter(Boolean)
			.map((other) => el('line.engaged', { x1: one.x, y1: one.y, x2: other.x, y2: other.y })),
	);
	show(
		place,
		el(
			'svg',
			{
				viewBox: `0 0 ${width} ${laid.height}`,
				width,
				height: laid.height,
				role: 'img',
				'aria-label': described(people),
			},
			ruler(laid, width),
			pairs,
			laid.done.filter((one) => !one.who.up).map(token),
			laid.done.filter((one) => one.who.up).map(token),
		),
	);
}

export function strip(place) {
	watch(() => draw(place));
	new ResizeObserver(() => table.view && draw(place)).observe(place);
}

if (find('#strip')) strip(find('#strip'));
