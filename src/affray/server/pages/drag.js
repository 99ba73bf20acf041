// Moving people on the map, by mouse, finger or keyboard; and what only the referee does there.
import { ask, bring, inFight, trying } from './api.js';
import { dialog } from './dialog.js';
import { el, find, show, tell } from './dom.js';
import { tokenParts } from './drawings.js';
import { draw, drawnAt, layer, note, onGround, onScreen, sight, tokenScale, underPoint } from './map.js';
import { apart, far, mayAnswer, person, referee, say, table } from './table.js';
import { pan } from './zoom.js';

const FAR = 6; // pixels that tell a drag from a click
let svg, place, moves, asked, held, panned, picking;
let free = false; // whether the referee moves anybody anywhere

const now = () => `${table.view.n} ${table.view.asks?.who} ${table.view.asks?.ask}`;
const isAsked = (name) => mayAnswer() && table.view.asks?.who === name && table.view.asks.kind === 'answer';
const movable = (name) => table.view.ground.known && !table.view.fight.over && (free || (isAsked(name) && (table.view.ground.acting?.move > 0 || !referee())));

/** Where the one who is asked may go; the server is asked once for each question. */
async function known() {
	if (asked !== now()) {
		asked = now();
		moves = trying(() => ask(inFight('/moves')));
	}
	return moves;
}

// --- what a place comes to

/** The nearest place that the rules allow, the way there and its answer; or why there is none. */
function ruled(found, at) {
	if (!found?.ways.length) return { why: found?.reasons[0]?.why || 'nobody can move now', clause: found?.reasons[0]?.clause };
	const length = (one) => Math.hypot(one.x - at.x, one.y - at.y);
	const least = (list) => list.reduce((best, one) => (length(one) < length(best) ? one : best));
	const way = least(found.ways);
	const toward = Object.keys(found.toward).find((name) => person(name) && length(person(name)) < table.view.ground.square * 0.6);
	if (toward) return { to: person(toward), answer: found.toward[toward], length: apart(person(table.view.asks.who), person(toward)), who: toward };
	const no = found.refused.length ? least(found.refused) : null;
	return { to: way, answer: way.answer, length: way.length, why: no && length(no) < length(way) ? found.reasons[no.reason].why : '' };
}

const whole = ({ x, y }) => ({ x: Math.round(x), y: Math.round(y) });

/** What letting go here would do. */
async function outcome(name, at) {
	if (!free) return ruled(await known(), at);
	const to = whole(at);
	return { to, words: ['move', name, String(to.x), String(to.y)], length: apart(person(name), { ...to, z: person(name).z }) };
}

function showOutcome(name, { to, length, why, who }) {
	const one = drawnAt(name);
	if (!one) return show(layer('ghost'));
	const from = onScreen(one);
	const end = to ? onScreen(onGround(to)) : from;
	const side = table.view.sides.findIndex((each) => each.name === one.who.side) % 4;
	show(
		layer('ghost'),
		to && el('path.ways', { d: `M${from.x} ${from.y}L${end.x} ${end.y}` }),
		to && el(`g.ghost.side-${side}`, { transform: `translate(${end.x} ${end.y}) scale(${tokenScale()})` }, tokenParts({ side, glyph: one.who.glyph, number: one.who.number })),
		to && note({ x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 }, who ? `to ${who}, ${far(length)}` : far(length)),
		why && note({ x: end.x, y: Math.max(16, end.y - 34 * tokenScale()) }, why, 'pill.no'),
	);
}

async function settle(name, { answer, words, to, why, clause }) {
	drop();
	if (words) return say('/words', { words: [words] }, `${name} is at ${to.x}, ${to.y}.`);
	if (answer) return say('/answers', { answer });
	return tell(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`, true, clause);
}

function drop() {
	held = null;
	svg.classList.remove('carrying');
	show(layer('ghost'));
}

// --- by mouse and finger

function pressed(event) {
	if (event.button || !event.isPrimary) return;
	const token = event.target.closest('.token');
	const start = { x: event.clientX, y: event.clientY };
	if (picking) return picked(event);
	if (token && movable(token.dataset.name)) held = { name: token.dataset.name, start, id: event.pointerId };
	else if (!token) panned = { ...start, id: event.pointerId };
}

async function dragged(event) {
	if (panned?.id === event.pointerId) return panTo(event);
	if (held?.id !== event.pointerId) return;
	const { name, start } = held;
	if (!held.moving && Math.hypot(event.clientX - start.x, event.clientY - start.y) < FAR) return;
	if (!held.moving) svg.setPointerCapture(event.pointerId);
	held.moving = true;
	svg.classList.add('carrying');
	const carried = held;
	const found = await outcome(name, underPoint(event));
	if (held !== carried) return;
	held.found = found;
	showOutcome(name, found);
}

function panTo(event) {
	const [dx, dy] = [event.clientX - panned.x, event.clientY - panned.y];
	if (!panned.moving && Math.hypot(dx, dy) < FAR) return;
	if (!panned.moving) svg.setPointerCapture(event.pointerId);
	panned = { x: event.clientX, y: event.clientY, id: panned.id, moving: true };
	pan(-dx / sight.k, -dy / sight.k);
}

async function released(event) {
	panned = null;
	if (!held?.moving || held.id !== event.pointerId) return (held = null);
	const { name } = held;
	const found = await outcome(name, underPoint(event));
	addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true }); // a drag selects nobody
	setTimeout(() => settle(name, found));
}

// --- by keyboard: arrows move a square, Enter goes there, Escape gives up

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

async function typed(event) {
	const name = event.target.closest?.('.token')?.dataset.name;
	if (!name || !movable(name)) return;
	if (event.key === 'Escape' && held) return event.stopPropagation(), drop();
	if (event.key === 'Enter' && held?.found) return event.stopPropagation(), event.preventDefault(), settle(name, held.found);
	const step = STEPS[event.key];
	if (!step) return;
	event.preventDefault();
	event.stopPropagation();
	const { square } = table.view.ground;
	const from = held?.at || person(name);
	const at = { x: from.x + step[0] * square, y: from.y + step[1] * square };
	const found = await outcome(name, at);
	const stays = !found.to || (found.why && !found.who);
	held = { name, at: stays ? held?.at : free ? at : { x: found.to.x, y: found.to.y }, found: stays ? held?.found : found };
	showOutcome(name, stays ? { ...held.found, why: found.why } : found);
	announce(stays ? found.why : `${far(found.length)}${found.who ? ` to ${found.who}` : ''}. Enter moves ${name} there.`);
}

const announce = (words) => (find('[data-test="map-said"]', place).textContent = words);

// --- the referee's tools

/** Lets the referee click a place on the map; null if they press Escape instead. */
export const pickPlace = (words) =>
	new Promise((done) => {
		picking = done;
		svg.classList.add('picking');
		show(layer('ghost'), note({ x: place.clientWidth / 2, y: 24 }, words));
		addEventListener('keydown', (event) => event.key === 'Escape' && picking && picked(null), { once: true });
	});

function picked(event) {
	const done = picking;
	picking = null;
	svg.classList.remove('picking');
	show(layer('ghost'));
	done(event && whole(underPoint(event)));
}

async function add() {
	find('.map-tools', place).open = false;
	const at = await pickPlace('Click where they join');
	if (!at) return;
	const send = async (event) => {
		event.preventDefault();
		const { who, side } = event.target.elements;
		if (await say('/words', { words: [['add', who.value, side.value, String(at.x), String(at.y)]] }, `${who.value}: joined ${side.value}.`)) shown.close();
	};
	const sides = table.view.sides.map((side) => el('option', { value: side.name }, side.name));
	const shown = dialog(
		`Who joins at ${at.x}, ${at.y}?`,
		el('form.inline', { onsubmit: send }, el('label', {}, 'Creatures ', el('input', { name: 'who', required: true, placeholder: '2 goblin', autofocus: true, 'data-test': 'join-who' })), el('label', {}, 'Side ', el('select', { name: 'side' }, sides.reverse())), el('button.main', { 'data-test': 'join' }, 'Add')),
	);
}

function tools() {
	const inside = find('.map-tools > div', place);
	if (!inside) return;
	const button = (words, test, act, given = {}) => el('button', { type: 'button', onclick: act, 'data-test': test, ...given }, words);
	const anybody = button('Move anybody anywhere', 'map-free', () => {
		free = !free;
		anybody.setAttribute('aria-pressed', String(free));
		drop();
		draw();
	}, { 'aria-pressed': 'false' });
	const images = async () => (await bring('images'))?.open();
	inside.append(anybody, button('Add somebody here', 'map-add', add), button('Images', 'map-images', images));
}

/** Takes hold of the map; `event` is what it was fetched for, perhaps the first press of a drag. */
export function begin(map, where, event) {
	[svg, place] = [map, where];
	svg.addEventListener('pointerdown', pressed);
	svg.addEventListener('pointermove', dragged);
	svg.addEventListener('pointerup', released);
	svg.addEventListener('pointercancel', drop);
	svg.addEventListener('keydown', typed);
	tools();
	if (event.type === 'pointerdown') pressed(event);
}

/** After each drawing: whoever may be moved can be taken hold of. */
export function refresh() {
	for (const token of svg.querySelectorAll('.token')) {
		const { name } = token.dataset;
		const mine = movable(name) && person(name)?.up;
		token.classList.toggle('mine', Boolean(mine));
		if (!mine) continue;
		token.setAttribute('tabindex', '0');
		token.setAttribute('role', 'button');
		token.setAttribute('aria-label', `${token.getAttribute('aria-label')}. Arrow keys move a square, Enter goes there.`);
	}
	if (held && !person(held.name)) drop();
}
