// The screen for the room: the same view as a spectator may have it, readable from four metres.
import { call, inFight, trying } from './api.js';
import { bdi, capital, el, find, show, several } from './dom.js';
import { die, glyph, token } from './drawings.js';
import { healthShare, sideOf } from './map.js';
import { enter, token as key } from './seat.js';
import { person, start, table, watch } from './table.js';

const WEIGHT = ['move', 'roll', 'round', 'declared', 'score', 'check', 'miss', 'hit', 'damage', 'condition-on', 'fled', 'surrendered', 'dead', 'end'];
const HEALTH = { fresh: 'unhurt', down: 'out' };
const CALM = new Set(['blessed', 'protected', 'wounded']);
const lines = []; // what was told and still holds
let news = [];

function remember(items) {
	if (items.some((item) => item.op === 'told')) news = [];
	for (const item of items) {
		if (item.op === 'told') lines.push(item) && news.push(item);
		else if (item.op === 'back') for (const line of lines) if (item.lines?.includes(line.n)) line.gone = true;
		if (item.op === 'again') for (const line of lines) if (item.lines?.includes(line.n)) line.gone = false;
	}
	news = news.filter((line) => !line.gone && !line.heading).slice(-6); // the first frame brings the whole fight
}

const pixels = (size) => Math.round((size * innerWidth) / 1920);
const drawing = (who, size) => token({ side: sideOf(who), share: healthShare(who), glyph: who.glyph, number: who.number, dead: who.out === 'dead' }, pixels(size));

// --- just now

/** What a line says in large type, and the sum behind it. */
function told(line) {
	const dice = line.dice.map((one) => one.face);
	const sum = [...dice, ...line.because.map((one) => `${one.amount < 0 ? '−' : '+'} ${Math.abs(one.amount)} ${one.words}`)];
	if (line.at && ['hit', 'miss'].includes(line.kind)) return [line.kind === 'hit' ? `${line.who} hits ${line.at}!` : `${line.who} misses ${line.at}.`, sum.length > 1 && sum.length < 5 && sum.join(' ')];
	const [first, ...rest] = line.words.split(': ');
	return [/[.!?]$/.test(first) ? first : `${first}.`, rest.length > 0 && rest.join(': ').length < 40 && rest.join(': ')];
}

function justNow() {
	const from = news.length ? news : lines.filter((line) => !line.gone && !line.heading).slice(-1);
	const top = from.reduce((best, line) => (!best || WEIGHT.indexOf(line.kind) >= WEIGHT.indexOf(best.kind) ? line : best), null);
	if (!top) return el('p', {}, 'It begins.');
	const [what, sum] = told(top);
	const who = person(top.at || top.who) || person(top.who);
	const picture = top.dice.length ? die(top.dice[0].sides, top.dice[0].face, pixels(84)) : who && drawing(who, 84);
	return [picture, el('p', { 'data-test': 'line', 'data-n': top.n }, el('b', {}, what), sum && [' ', sum])];
}

// --- whose turn it is

function turn({ fight, asks }) {
	const who = asks && person(asks.who);
	const place = find('#turn');
	place.className = who ? `side-${sideOf(who)}` : '';
	if (fight.over) return el('div', {}, el('b', {}, fight.winner ? ['Winner: ', bdi(fight.winner)] : 'The fight is over'));
	if (!asks) return el('div', {}, el('b', {}, 'One moment …'));
	const what = asks.what.startsWith('Waiting') ? 'is deciding' : asks.what.replace(`${asks.who}: `, '').replace(`${asks.who} `, '');
	return [who && drawing(who, 84), el('div', {}, el('b', {}, bdi(capital(asks.who))), el('small', {}, what))];
}

// --- the round

function steps({ course, asks }) {
	const all = course.flatMap((group) => group.steps.map((step) => ({ ...step, side: group.side })));
	const now = all.findIndex((step) => step.state === 'now');
	const [here, next] = [all[now], all[now + 1]];
	const who = asks && person(asks.who);
	const step = (one, n) => el('li.done', { 'data-key': `${n} ${one.name}` }, glyph('tick'), capital(one.name));
	return [
		all.slice(Math.max(0, now - 3), Math.max(0, now)).map(step),
		here && el('li.now', { class: `now ${who ? `side-${sideOf(who)}` : ''}`, 'aria-current': 'step' }, here.side ? `${capital(here.side)}: ${here.name}` : capital(here.name)),
		next && el('li', {}, `then ${next.side && next.side !== here?.side ? next.side : next.name}`),
	];
}

// --- both sides

const state = (who) => who.conditions.find((one) => !CALM.has(one.name))?.name || HEALTH[who.health] || who.health;

function row(who, many = 1) {
	const now = table.view.asks?.who === who.name;
	return el(
		'li',
		{ class: now ? 'who now' : 'who', 'data-key': who.name, 'data-test': 'who', 'data-name': who.name },
		drawing(who, 52),
		el('strong', {}, bdi(many > 1 ? capital(who.kind) : who.name), many > 1 && ` × ${many}`),
		el('span.state', {}, state(who)),
		el('span.bar', { '--share': healthShare(who), 'aria-hidden': true }, el('i')),
	);
}

const MOST_ROWS = 8; // of both sides together

/** Those who stand, one by one as far as there is room; then those alike share a row. */
function rows(up, all) {
	if (all <= MOST_ROWS || up.length <= MOST_ROWS / 2) return up.map((who) => row(who));
	const groups = new Map();
	for (const who of up) {
		const alike = table.view.asks?.who === who.name || !who.number ? who.name : `${who.kind} ${state(who)}`;
		groups.set(alike, [...(groups.get(alike) || []), who]);
	}
	return [...groups.values()].map((list) => row(list[0], list.length));
}

function side(one) {
	const people = table.view.people.filter((who) => who.side === one.name);
	const up = people.filter((who) => who.up && !['dying', 'unconscious'].includes(who.out));
	const all = table.view.people.filter((who) => who.up).length;
	const outs = Object.entries(Object.groupBy?.(people.filter((who) => !up.includes(who)), (who) => who.out) || {});
	return el(
		'section',
		{ class: `leaf side-${sideOf({ side: one.name })}`, 'data-key': one.name, 'data-test': 'side' },
		el('h2', {}, bdi(capital(one.name)), el('small', {}, `${one.standing} of ${one.size} standing`)),
		el('ul', {}, rows(up, all)),
		outs.length > 0 && el('p.outs', {}, outs.map(([how, list]) => el('span', {}, glyph(how === 'dead' ? 'skull' : how === 'fled' ? 'undo' : 'moon'), ` ${several(list.length, how, how)}`))),
	);
}

/** The screen goes on to the next fight by itself: nobody stands at it. */
let going = false;
async function goOn() {
	if (going) return;
	going = true;
	const seat = await trying(() => call('POST', inFight('/follow')));
	if (seat) enter(seat.path, seat.token);
}

watch((items) => {
	const { view } = table;
	if (view.next) goOn();
	remember(items);
	document.title = `${view.fight.title} · Affray`;
	find('#title').textContent = view.fight.title;
	find('#round').textContent = view.fight.over ? 'Over' : view.fight.round ? `Round ${view.fight.round}` : 'Before the first round';
	show(find('#steps'), !view.fight.over && steps(view));
	show(find('#sides'), view.sides.map(side));
	show(find('#turn'), turn(view));
	show(find('#just'), justNow());
});

find('#full').onclick = () =>
	document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();

if (key())
	start((on, error) => {
		find('#line').textContent = error || (on ? 'connected' : 'connecting …');
		find('#line').className = on ? 'on' : 'off';
	});
else find('#turn').textContent = 'This link is incomplete: copy it again, with everything after #.';
