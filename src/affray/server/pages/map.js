// The map: the ground and whoever stands on it, to scale; zooming, and what is marked for the one who acts.
import { bring } from './api.js';
import { el, find, show } from './dom.js';
import { glyph, glyphAt, tokenParts } from './drawings.js';
import { apart, far, mayAnswer, person, referee, select, table, unit, watch } from './table.js';
import { SQUARE, scenery } from './terrain.js';

const SHARES = { fresh: 1, hurt: 2 / 3, 'badly hurt': 1 / 3, down: 0 };
const BADGES = { asleep: 'moon', unconscious: 'moon', dying: 'heart', burning: 'flame', blind: 'eye', absent: '', dead: '' };
const STANDS = new Set(['dead', 'down', 'dying', 'unconscious', 'petrified', 'surrendered']); // fled: no longer there
const RING = 18.5; // a token's radius before it is scaled
const FITS = 0.82; // the scale at which a token fits a square
const ROOM = 2.5; // squares left free around people
const room = document.body.classList.contains('room');

/** The view: pixels on the screen for one of the ground, and what is in its middle. */
export const sight = { k: 1, x: 0, y: 0, how: 'auto' };
let place, svg, layers, drawn, actor;
let laid = []; // {who, x, y} on the ground, as they are drawn

export const factor = () => (room ? Math.max(0.58, Math.min(innerWidth / 1920, innerHeight / 1080)) : 1);
const least = () => (room ? 1.45 : 0.7) * factor(); // of a token's scale
export const tokenScale = () => Math.max(FITS * sight.k, least());
const letters = () => (room ? Math.max(27 * factor(), 14 * sight.k) : Math.min(15, Math.max(12, 11.5 * sight.k)));
export const width = () => place.clientWidth;
export const height = () => place.clientHeight;
export const onGround = ({ x, y }) => ({ x: (x / table.view.ground.square) * SQUARE, y: (y / table.view.ground.square) * SQUARE });
export const onScreen = ({ x, y }) => ({ x: (x - sight.x) * sight.k + width() / 2, y: (y - sight.y) * sight.k + height() / 2 });
/** A place of the book's unit under a point of the page. */
export function underPoint({ clientX, clientY }) {
	const { left, top } = svg.getBoundingClientRect();
	const scale = table.view.ground.square / SQUARE / sight.k;
	const middle = { x: (sight.x / SQUARE) * table.view.ground.square, y: (sight.y / SQUARE) * table.view.ground.square };
	return { x: middle.x + (clientX - left - width() / 2) * scale, y: middle.y + (clientY - top - height() / 2) * scale };
}
/** What the view shows, as the place of an image. */
export const shownWidth = () => {
	const scale = table.view.ground.square / SQUARE;
	return { x: (sight.x - width() / 2 / sight.k) * scale, y: (sight.y - height() / 2 / sight.k) * scale, across: (width() / sight.k) * scale };
};
export const drawnAt = (name) => laid.find((one) => one.who.name === name);
/** The part of the ground where people are. */
export const peopled = () => drawn.near;
export const layer = (name) => layers[name];

export const sideOf = (who) => Math.max(0, table.view.sides.findIndex((side) => side.name === who.side)) % 4;
/** The share of a ring or bar; where numbers are not known, in thirds. */
export const healthShare = (who) => (who.max_hp ? Math.max(0, Math.min(1, (who.hp ?? 0) / who.max_hp)) : (SHARES[who.health] ?? 1));
const acting = () => table.view.asks?.who;

// --- where people are drawn

/** Everybody's place; in a melee without places both sides face each other. */
function places(people) {
	if (!table.view.ground.contact) return people.map((who) => ({ who, ...onGround(who) }));
	const counts = {};
	return people.map((who) => {
		const side = sideOf(who);
		const n = (counts[side] = (counts[side] ?? -1) + 1);
		const many = people.filter((one) => sideOf(one) === side).length;
		const rank = Math.floor(n / 6);
		const aside = (n % 6) - (Math.min(6, many - rank * 6) - 1) / 2;
		const out = (rank + 0.6) * SQUARE;
		return { who, x: side % 2 ? out : -out, y: (aside + (side > 1 ? 7 : 0)) * SQUARE * 1.2 };
	});
}

const RINGS = 5;
/** Steps on a lattice, the nearest first. */
const STEPS = Array.from({ length: (2 * RINGS + 1) ** 2 }, (_, n) => [(n % (2 * RINGS + 1)) - RINGS, Math.floor(n / (2 * RINGS + 1)) - RINGS]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || b[0] - a[0]);

/** Nobody on top of another: the nearest free spot around their place, away from the other side if there is a choice. */
function spread(people) {
	const wide = (2 * RING * tokenScale() * 1.02) / sight.k;
	const step = Math.max(SQUARE, wide);
	const done = [];
	const seen = [...people].sort((a, b) => b.who.up - a.who.up);
	const about = middle(extent(people.length ? people : [{ x: 0, y: 0 }]));
	for (const one of seen) {
		const free = (x, y) => done.every((other) => Math.hypot(other.x - x, other.y - y) >= wide * (other.who.up && one.who.up ? 0.99 : 0.5));
		const back = one.x < about.x ? -1 : 1;
		const spot = STEPS.map(([along, down]) => [one.x + back * along * step, one.y + down * step]).find((at) => free(...at));
		const [x, y] = spot || [one.x, one.y];
		done.push({ who: one.who, x, y, at: { x: one.x, y: one.y } });
	}
	return done;
}

const extent = (people) => {
	const xs = people.map((one) => one.x);
	const ys = people.map((one) => one.y);
	return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

// --- the view

const middle = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
const fitting = ({ left, right, top, bottom }) =>
	Math.min(width() / (right - left + 2 * ROOM * SQUARE), height() / (bottom - top + 2 * ROOM * SQUARE), (room ? 2.5 : 1.3) * factor());
const crowded = (people, k) =>
	people.some((one, n) => people.slice(0, n).some((other) => Math.hypot(one.x - other.x, one.y - other.y) * k < 2 * RING * least() * 0.94));

/** All that stand; a crowd is seen from nearer, around the one who acts. */
function look(people) {
	const all = people.filter((one) => one.who.up);
	const shown = all.length ? all : people;
	const box = extent(shown);
	const k = fitting(box);
	const close = Math.max(k, least() / FITS);
	if (sight.how === 'all' || k >= close || !crowded(shown, k)) return Object.assign(sight, { k }, middle(box));
	const focus = shown.find((one) => one.who.name === acting()) || shown.find((one) => one.who.engaged.length) || middle(box);
	const [wide, tall] = [width() / close / 2 - SQUARE, height() / close / 2 - SQUARE];
	const near = shown.filter((one) => Math.abs(one.x - focus.x) < 2 * wide && Math.abs(one.y - focus.y) < 2 * tall);
	const { x, y } = middle(extent([...near, focus]));
	const held = (at, about, half) => Math.max(about - half, Math.min(about + half, at));
	return Object.assign(sight, { k: close, x: held(x, focus.x, wide * 0.7), y: held(y, focus.y, tall * 0.7) });
}

function fitAll() {
	sight.how = sight.how === 'all' ? 'auto' : 'all';
	draw();
}

// --- drawing

const moveTo = ({ x, y }, more = '') => ({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})${more}` });

function ground() {
	const { acting: _, ...facts } = table.view.ground;
	const step = (at, by) => by * SQUARE * Math.round(at / by / SQUARE);
	const start = { left: 0, right: (facts.apart / facts.square) * SQUARE, top: 0, bottom: 0 };
	const box = extent([...laid, { x: start.left, y: 0 }, { x: start.right, y: 0 }]);
	const near = { left: step(box.left, 2), right: step(box.right, 2), top: step(box.top, 2), bottom: step(box.bottom, 2) };
	const more = 18;
	const edge = { left: step(near.left, 6) - more * SQUARE, right: step(near.right, 6) + more * SQUARE, top: step(near.top, 6) - more * SQUARE, bottom: step(near.bottom, 6) + more * SQUARE };
	const wanted = JSON.stringify([facts, near, edge]);
	if (wanted !== drawn?.wanted) {
		drawn = { wanted, near };
		scenery(facts, edge, near).then((parts) => drawn.wanted === wanted && layers.ground.replaceChildren(...parts.flat(9).filter(Boolean)));
	}
}

/** The user's own images, below everybody and on the tokens, are fetched where there are any. */
let pictures;
async function pictured() {
	if (pictures !== undefined || !(table.view.images?.map || Object.keys(table.view.images?.people || {}).length)) return;
	pictures = null;
	pictures = (await bring('pictures')) ?? undefined;
	draw();
}

function badges(who) {
	const names = who.conditions.map((one) => one.name).filter((name) => name !== who.out && BADGES[name] !== '');
	return names.slice(0, 2).map((name, n) =>
		el('g.badge', { transform: `translate(-13 ${n ? 13 : -13})` }, el('title', {}, name), el('circle', { r: 8 }), el('use', { href: glyphAt(BADGES[name] || 'star'), x: -5.5, y: -5.5, width: 11, height: 11 })),
	);
}

const beak = ([x, y]) => el('path.beak', { d: 'M-6-16.5 0-25.5 6-16.5Z', transform: `rotate(${Math.round((Math.atan2(y, x) * 180) / Math.PI + 90)})` });
const takesFocus = (who) => !room && acting() === who.name && mayAnswer() && table.view.ground.acting?.move > 0;
const isTarget = (who) => table.cursor === who.name && table.view.asks?.legal?.some((one) => one.target === who.name);
const said = (who) => [who.name, who.out || (who.hp != null ? `${who.hp} of ${who.max_hp} hp` : who.health === 'fresh' ? 'unhurt' : who.health), ...who.conditions.map((one) => one.name)].filter(Boolean).join(', ');

function token(one) {
	const { who } = one;
	const now = acting() === who.name && who.up;
	const dead = !who.up && who.out !== 'dying' && who.out !== 'unconscious' && who.out !== 'surrendered';
	const cls = ['token', `side-${sideOf(who)}`, now && 'asked', table.cursor === who.name && 'here', who.hidden && 'unseen', !who.up && 'fallen', dead && 'dead'].filter(Boolean);
	return el(
		`g.${cls.join('.')}`,
		{ ...moveTo(onScreen(one), ` scale(${tokenScale().toFixed(3)})`), onclick: () => select(who.name), 'data-key': who.name, 'data-test': 'token', 'data-name': who.name, ...(takesFocus(who) ? { tabindex: 0, role: 'button' } : { role: 'img' }), 'aria-label': said(who) },
		el('title', {}, said(who)),
		now && [el('circle.gold', { r: 22.5 }), el('circle.gold.slow', { r: 26 })],
		!dead && el('ellipse.shade', { cx: 1, cy: 4, rx: 17, ry: 16 }),
		isTarget(who) ? line('M-25-15V-25H-15M15-25H25V-15M25 15V25H15M-15 25H-25V15', 'corners') : table.cursor === who.name && el('circle.chosen', { r: 22.5 }),
		who.up && who.facing && beak(who.facing),
		tokenParts({ side: sideOf(who), share: healthShare(who), glyph: who.glyph, number: who.number, dead }),
		!dead && pictures?.portrait(who),
		who.up && badges(who),
		takesFocus(who) && who.up && grip(),
	);
}

const grip = () =>
	el('g.grip', { transform: 'translate(0 30)' }, el('circle', { r: 9 }), line('M0-6 2.6-3H-2.6ZM0 6 2.6 3H-2.6ZM-6 0-3-2.6V2.6ZM6 0 3-2.6V2.6ZM0-3.5V3.5M-3.5 0H3.5', 'arrows'));
const line = (d, cls) => el(`path.${cls}`, { d });

/** A knot between two who are engaged. */
function knots() {
	const pairs = laid.flatMap((one) => one.who.engaged.filter((name) => one.who.up && (name > one.who.name || !person(name)?.engaged.includes(one.who.name))).map((name) => [one, drawnAt(name)]));
	const size = tokenScale() / FITS;
	return pairs
		.filter(([, other]) => other?.who.up)
		.map(([one, other]) => [onScreen(one), onScreen(other)])
		.filter(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) < 4 * SQUARE * Math.max(sight.k, size))
		.map(([a, b]) => {
			const d = `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
			const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
			const near = Math.hypot(a.x - b.x, a.y - b.y) < 1.7 * Math.max(SQUARE * sight.k, 2 * RING * tokenScale());
			return [[line(d, 'tie'), line(d, 'tie-gold')], near && el('g.knot', moveTo(at, ` scale(${size.toFixed(2)})`), el('circle', { r: 6.2 }), line('M-3-3 3 3M3-3-3 3', 'cross'))];
		});
}

/** How far the one who acts strikes, and can go: squares with round corners, since distances count the larger difference. */
function marks(pills) {
	const now = table.view.ground.acting;
	const one = now && drawnAt(now.who);
	if (!one?.who.up) return null;
	const at = onScreen(one.at);
	const square = (length, kind) => {
		const half = (length / table.view.ground.square + 0.5) * SQUARE * sight.k;
		const pill = { x: Math.max(half > width() / 2 ? 56 : 0, at.x - half), y: kind === 'reach' ? Math.min(height() - 20, at.y + half - 4) : Math.max(20, at.y - half * 0.55) };
		if (length <= 0) return null;
		pills.push({ ...pill, wide: letters() * 3.4, tall: letters() * 0.8 });
		return [el(`rect.${kind}`, { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half, rx: 14 * sight.k }), note(pill, `${kind} ${far(length)}`)];
	};
	return [square(now.move, 'move'), square(now.reach, 'reach')];
}

/** Words on a little plate. */
export function note({ x, y }, words, cls = 'pill') {
	const size = letters() * 0.95;
	const wide = words.length * size * 0.56 + size * 1.4;
	const left = Math.max(4, Math.min(width() - wide - 4, x - wide / 2));
	return el(`g.${cls}`, moveTo({ x: left, y }), el('rect', { y: -size * 0.85, width: wide, height: size * 1.7, rx: size * 0.85 }), el('text', { x: wide / 2, y: size * 0.35, 'font-size': size }, words));
}

/** Names give way to each other and to tokens: below, above, left or right, farther off; where no place is left, none. */
function labels(pills) {
	const size = letters();
	const radius = RING * tokenScale() + 3;
	const taken = [...laid.map((one) => ({ ...onScreen(one), wide: radius - 3, tall: radius - 3, who: one.who })), ...pills];
	const first = (one) => (one.who.name === acting() ? 0 : isTarget(one.who) ? 1 : one.who.engaged.length ? 2 : 3);
	const shown = [];
	for (const one of laid.filter((each) => each.who.up && (each.who.name.length < 40 || first(each) < 2)).sort((a, b) => first(a) - first(b))) {
		const wide = (one.who.name.length * size * 0.56) / 2;
		const spot = spots(onScreen(one), wide, radius + (one.who.name === acting() ? 8 * tokenScale() : 0), size).find((at) => isClear(at, wide, size, one.who, taken));
		if (!spot) continue;
		taken.push({ x: spot[0], y: spot[1], wide, tall: size * 0.5 });
		shown.push(el('text.name', { x: spot[0].toFixed(1), y: (spot[1] + size * 0.35).toFixed(1), 'font-size': size.toFixed(1), 'data-key': `name ${one.who.name}` }, one.who.name));
	}
	return shown;
}

const spots = ({ x, y }, wide, radius, size) => [
	[x, y + radius + size * 0.62],
	[x, y - radius - size * 0.5],
	[x - radius - wide, y],
	[x + radius + wide, y],
	[x - radius * 0.7 - wide, y + radius],
	[x + radius * 0.7 + wide, y + radius],
	[x - radius * 0.7 - wide, y - radius],
	[x + radius * 0.7 + wide, y - radius],
];
const isClear = ([x, y], wide, size, who, taken) =>
	x - wide > 0 && x + wide < width() && y > size && y < height() - size * 0.5 &&
	taken.every((other) => other.who === who || Math.abs(other.x - x) > other.wide + wide || Math.abs(other.y - y) > other.tall + size * 0.5);

/** A mark at the edge for everybody who stands beyond it. */
function beyond() {
	const [wide, tall] = [width() - 9, height() - 9];
	return laid
		.filter((one) => one.who.up)
		.map((one) => ({ ...onScreen(one), who: one.who }))
		.filter(({ x, y }) => x < 0 || y < 0 || x > width() || y > height())
		.map(({ x, y, who }) => el(`circle.beyond.side-${sideOf(who)}`, { cx: Math.max(9, Math.min(wide, x)), cy: Math.max(9, Math.min(tall, y)), r: 6 * Math.max(1, least()) }, el('title', {}, who.name)));
}

function scaleBar() {
	const { square, contact, known } = table.view.ground;
	if (contact || !known) return null;
	const pixels = (SQUARE / square) * sight.k; // one unit
	const step = [1, 2, 2.5, 5, 10, 20, 25, 50, 100, 250].find((one) => one * pixels * 4 > (room ? 300 * factor() : 110)) || 500;
	const size = letters() * (room ? 1 : 0.9);
	const one = step * pixels;
	const thick = size * 0.5;
	const word = (at, words, anchor) => el('text', { x: at, y: -size * 0.55, 'font-size': size, 'text-anchor': anchor }, words);
	return el(
		'g.scale',
		moveTo({ x: 18, y: height() - size - 8 }),
		el('rect.back', { x: -10, y: -size * 1.75, width: one * 4 + 20 + size * 1.4, height: size * 2.5, rx: 5 }),
		[0, 1, 2, 3].map((n) => el(`rect.${n % 2 ? 'pale' : 'full'}`, { x: n * one, y: -thick / 2, width: one, height: thick })),
		word(0, '0', 'start'),
		word(2 * one, String(step * 2), 'middle'),
		word(4 * one, `${step * 4} ${unit()}`, 'middle'),
	);
}

/** The same in words, for those who can't see it. */
function described(people) {
	if (!table.view.ground.known) return 'The map. Nobody has a place yet.';
	if (table.view.ground.contact) return 'The map. Everybody is within reach of everybody.';
	const words = people
		.filter((who) => who.up)
		.map((who) => {
			const foes = people.filter((one) => one.up && one.side !== who.side).sort((a, b) => apart(who, a) - apart(who, b));
			return foes.length ? `${who.name} is ${far(apart(who, foes[0]))} from ${foes[0].name}` : who.name;
		});
	return `The map. ${words.join('; ')}.`;
}

export function draw() {
	if (!table.view?.ground || !place?.clientWidth) return;
	build();
	const { known, contact } = table.view.ground;
	const people = known ? table.view.people.filter((who) => who.up || STANDS.has(who.out)) : [];
	const truly = places(people);
	if (actor !== acting()) follow(truly);
	if (sight.how !== 'hand') look(truly.length ? truly : [{ x: 0, y: 0, who: { up: true } }, { x: (table.view.ground.apart / table.view.ground.square) * SQUARE, y: 0, who: { up: true } }]);
	laid = spread(truly);
	ground();
	const view = `translate(${width() / 2} ${height() / 2}) scale(${sight.k}) translate(${-sight.x} ${-sight.y})`;
	layers.ground.setAttribute('transform', view);
	layers.image.setAttribute('transform', view);
	pictured();
	show(layers.image, pictures?.ground());
	const ties = knots();
	const order = (one) => (one.who.name === acting() ? 2 : one.who.up ? 1 : 0);
	const pills = [];
	show(layers.marks, marks(pills), ties.map(([lines]) => lines));
	show(layers.tokens, [...laid].sort((a, b) => order(a) - order(b)).map(token), ties.map(([, knot]) => knot));
	show(layers.names, labels(pills), beyond(), scaleBar(), !known && note({ x: width() / 2, y: height() / 2 }, 'They have not met yet.'), contact && !room && note({ x: width() / 2, y: width() < 560 ? 22 : height() - 20 }, 'Everybody is within reach of everybody.'));
	svg.setAttribute('viewBox', `0 0 ${width()} ${height()}`);
	svg.setAttribute('aria-label', described(people));
	find('.map-fit', place).setAttribute('aria-pressed', String(sight.how === 'all'));
	if (!room) hands();
}

/** Keeps whoever acts in sight, where the view was chosen by hand. */
function follow(people) {
	actor = acting();
	const one = sight.how === 'hand' && people.find((each) => each.who.name === actor);
	if (!one) return;
	const { x, y } = onScreen(one);
	if (x < 20 || y < 20 || x > width() - 20 || y > height() - 20) Object.assign(sight, { x: one.x, y: one.y });
}

function build() {
	if (svg) return;
	const names = ['ground', 'image', 'marks', 'tokens', 'names', 'ghost'];
	layers = Object.fromEntries(names.map((name) => [name, el(`g.map-${name}`)]));
	svg = el('svg.map', { role: 'group' }, el('defs', {}, el('clipPath', { id: 'portrait' }, el('circle', { r: 13.4 }))), Object.values(layers));
	const button = (words, cls, act, label) => el(`button.${cls}`, { type: 'button', onclick: act, 'aria-label': label, 'data-test': cls }, words);
	place.append(
		svg,
		el('div.map-buttons', {}, button('−', 'map-out', () => zoomed(1 / 1.4), 'Zoom out'), button('+', 'map-in', () => zoomed(1.4), 'Zoom in'), button('Fit all', 'map-fit', fitAll)),
		el('p.hide', { 'aria-live': 'polite', 'data-test': 'map-said' }),
		room ? '' : mapTools() || '',
	);
	if (!room) for (const kind of ['pointerover', 'pointerdown', 'focusin']) place.addEventListener(kind, hands);
	svg.addEventListener('wheel', wheel, { passive: false });
}

const zoomed = async (...how) => (await bring('zoom'))?.zoom(...how);

/** Ctrl and the wheel zoom, as a pinch on a touchpad does; the wheel alone scrolls the page. */
function wheel(event) {
	if (!event.ctrlKey) return;
	event.preventDefault();
	const { left, top } = svg.getBoundingClientRect();
	zoomed(Math.exp(-event.deltaY / 200), { x: event.clientX - left, y: event.clientY - top });
}

/** Moving people, and the referee's tools of the map, are fetched when a mouse, a finger or the focus first comes near. */
let handling;
async function hands(event) {
	if (handling === undefined && event && table.view.you.role !== 'spectator') {
		handling = null;
		handling = (await bring('drag')) ?? undefined;
		handling?.begin(svg, place, event);
	}
	handling?.refresh();
}

const mapTools = () =>
	referee() &&
	el('details.map-tools', { 'data-test': 'map-tools' }, el('summary', { 'aria-label': 'Tools of the map' }, glyph('dots')), el('div', {}));

export function begin(where) {
	place = where;
	watch(draw);
	new ResizeObserver(draw).observe(place);
}

if (find('#strip')) begin(find('#strip'));
