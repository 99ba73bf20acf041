// The fight once more, line by line: the map as it was, and what was told; forwards, backwards and by itself.
import { ask, inFight, trying } from './api.js';
import { dialog } from './dialog.js';
import { el, find, show } from './dom.js';
import { glyph, tokenParts } from './drawings.js';
import { spread } from './spread.js';
import { person, table } from './table.js';
import { SQUARE, scenery } from './terrain.js';

const PACE = 900; // ms for a line, played by itself
const TOKEN = 17; // half of what a token takes
const STANDS = new Set(['', 'dead', 'dying', 'unconscious', 'petrified', 'surrendered', 'asleep', 'paralysed', 'held', 'bound', 'charmed']); // fled: no longer there
let frames, people, at, timer, box, place;

/** How everybody stood after each line: [{round, words, now: Map of place to state}]. */
function unfolded(steps) {
	const now = new Map();
	return steps.map(({ round, words, changes, gone }) => {
		for (const change of changes) now.set(change.who, change);
		for (const who of gone) now.delete(who);
		return { round, words, now: new Map(now) };
	});
}

const onGround = ({ x, y }) => ({ x: (x / table.view.ground.square) * SQUARE, y: (y / table.view.ground.square) * SQUARE });

/** In a melee without places both sides face each other. */
function faceOff(who) {
	const side = people[who].side;
	const before = people.slice(0, who).filter((one) => one.side === side).length;
	const out = (Math.floor(before / 6) + 0.6) * SQUARE;
	return { x: side % 2 ? out : -out, y: ((before % 6) - 2.5) * SQUARE * 1.2 };
}

/** Where they are drawn: nobody on top of another, those on their feet first. */
function standing(now) {
	const seen = [...now.values()].filter((one) => STANDS.has(one.state)).sort((a, b) => b.up - a.up || a.who - b.who);
	const spots = seen.map((one) => ({ ...one, ...(table.view.ground.contact ? faceOff(one.who) : onGround(one)) }));
	return spread(spots, SQUARE, 2 * TOKEN);
}

function token(one) {
	const { name, side } = people[one.who];
	const drawn = person(name);
	const dead = one.state === 'dead';
	return el(
		`g.token.side-${side % 4}${one.up ? '' : '.fallen'}${dead ? '.dead' : ''}`,
		{ transform: `translate(${one.x.toFixed(1)} ${one.y.toFixed(1)}) scale(.9)`, 'data-key': name, 'data-test': 'replay-token', 'data-name': name, role: 'img', 'aria-label': `${name}, ${one.state || one.health}` },
		el('title', {}, `${name}, ${one.state || one.health}`),
		tokenParts({ side, share: one.share, glyph: drawn?.glyph || 'sword', number: drawn?.number, dead }),
	);
}

function extent() {
	const all = frames.flatMap((frame) => standing(frame.now));
	const xs = all.map((one) => one.x);
	const ys = all.map((one) => one.y);
	const more = 2 * SQUARE;
	return { left: Math.min(0, ...xs) - more, right: Math.max(0, ...xs) + more, top: Math.min(0, ...ys) - more, bottom: Math.max(0, ...ys) + more };
}

/** The ground reaches as far as any screen is wider or higher than what happens on it. */
function ground() {
	const { acting: _, ...facts } = table.view.ground;
	const wide = 2 * Math.max(box.right - box.left, box.bottom - box.top);
	return scenery(facts, { left: box.left - wide, right: box.right + wide, top: box.top - wide, bottom: box.bottom + wide }, box);
}

function board() {
	return el('svg.map', { viewBox: `${box.left} ${box.top} ${box.right - box.left} ${box.bottom - box.top}`, role: 'group', 'aria-label': 'The map' }, el('g.map-ground', {}, ground()), el('g.replay-tokens'));
}

function draw() {
	const frame = frames[at];
	show(find('.replay-tokens', place), standing(frame.now).reverse().map(token));
	show(find('.replay-said', place), el('b', {}, frame.round ? `Round ${frame.round}` : 'Before the first round'), el('span', { dir: 'auto', 'data-test': 'replay-line' }, frame.words));
	const slider = find('input', place);
	slider.value = at;
	slider.setAttribute('aria-valuetext', `${frame.round ? `Round ${frame.round}` : 'Before the first round'}: ${frame.words}`);
}

function go(to) {
	at = Math.max(0, Math.min(frames.length - 1, to));
	draw();
	if (at === frames.length - 1) stop();
}

function stop() {
	clearInterval(timer);
	timer = null;
	const button = find('[data-test=replay-play]', place);
	if (button) button.textContent = 'Play';
}

function play() {
	if (timer) return stop();
	if (at === frames.length - 1) go(0);
	timer = setInterval(() => go(at + 1), PACE);
	find('[data-test=replay-play]', place).textContent = 'Pause';
}

/** To the first line of the next round, or of this one and the one before. */
function toRound(forward) {
	const here = frames[at].round;
	const firsts = frames.map((_, n) => n).filter((n) => n === 0 || frames[n].round !== frames[n - 1].round);
	stop();
	go(forward ? (firsts.find((n) => frames[n].round > here) ?? frames.length - 1) : (firsts.findLast((n) => n < at) ?? 0));
}

const step = (by) => {
	stop();
	go(at + by);
};

export async function open() {
	const told = await trying(() => ask(inFight('/ending/steps')));
	if (!told) return;
	people = told.people;
	frames = unfolded(told.steps);
	at = 0;
	box = extent();
	const button = (words, label, act, test) => el('button', { type: 'button', onclick: act, 'aria-label': label, 'data-test': test }, words);
	place = dialog(
		'Watch it again',
		el('div.replay-board', {}, board()),
		el('p.replay-said', { 'aria-live': 'polite' }),
		el(
			'div.replay-keys',
			{},
			button(glyph('undo'), 'A round back', () => toRound(false), 'replay-round-back'),
			button('‹', 'A line back', () => step(-1), 'replay-back'),
			button('Play', 'Play or pause', play, 'replay-play'),
			button('›', 'A line on', () => step(1), 'replay-on'),
			button(glyph('redo'), 'A round on', () => toRound(true), 'replay-round-on'),
			el('input', {
				type: 'range',
				min: 0,
				max: frames.length - 1,
				value: 0,
				'aria-label': 'Line of the fight',
				'data-test': 'replay-slider',
				oninput: (event) => {
					stop();
					go(Number(event.target.value));
				},
			}),
		),
	);
	place.classList.add('replay');
	place.addEventListener('close', stop);
	draw();
}
