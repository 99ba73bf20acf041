// Who fights, in the order of their turns: tokens with hit points, conditions, and for the referee what changes them.
import { bring } from './api.js';
import { healthWords, share, sideNumber, timeLeft } from './board.js';
import { bdi, capital, el, find, show } from './dom.js';
import { glyph, token } from './drawings.js';
import { person, redraw, referee, select, table, tick, watch } from './table.js';

const place = find('#sides');
export const SIZES = { now: 58, usual: 42, ghost: 28 };
export const NOW = 'Acts now';
export const OUT = 'Out of the fight';
const QUIET = new Set(['Has acted', OUT]);
const MARKS = { asleep: 'moon', burning: 'flame', scalded: 'flame', blind: 'eye', dying: 'drop', stunned: 'star', dazed: 'star', hidden: 'eye' };
const STATES = { waiting: 'waits', holding: 'holds', casting: 'casting' };

let hand = null; // rowhand.js, once it is there
let open = ''; // whose menu is open
let menu = null; // rowmenu.js, once it is there

// --- parts of a row

const kindOf = (who) => (who.name.toLowerCase().startsWith(who.kind.toLowerCase()) ? '' : who.kind);
export const numberOf = (who) => who.number ?? who.name.match(/\s(\d+)$/)?.[1];
export const glyphOf = (who) => who.glyph || (table.view.sides[sideNumber(who.side)]?.players ? 'sword' : 'fang');

export const portrait = (who, size) =>
	token(
		{ side: sideNumber(who.side), share: share(who), glyph: glyphOf(who), number: numberOf(who), dead: !who.up || who.out === 'dead' },
		size,
	);

/** The token; for the referee it ticks, so that several are changed at once. */
const tokenOf = (who, size) =>
	el(
		'span.tick',
		{ class: `tick${table.ticked.has(who.name) ? ' ticked' : ''}` },
		portrait(who, size),
		referee() &&
			el('input', {
				type: 'checkbox',
				checked: table.ticked.has(who.name),
				onchange: (event) => tick(who.name, event.target.checked),
				title: 'Tick to change several at once (x)',
				'aria-label': `Tick ${who.name}`,
				'data-test': 'tick',
			}),
	);

const pill = (words, mark = '', dull = false) =>
	el(`li.condition-pill${dull ? '.dull' : ''}`, {}, mark && glyph(mark), words);

function pills(who) {
	const found = who.conditions
		.filter((one) => one.name !== who.out && who.out !== 'dead')
		.map((one) => pill(one.name + timeLeft(one), MARKS[one.name]));
	if (who.hidden) found.push(pill('hidden', 'eye', true));
	if (STATES[who.state] && who.up) found.push(pill(STATES[who.state], '', true));
	return found.length > 0 && el('ul.pills', {}, found);
}

function fights(who) {
	if (!who.engaged.length) return '';
	return who.engaged.length < 3 ? ['fights ', who.engaged.map((name, n) => [n ? ', ' : '', bdi(name)])] : `fights ${who.engaged.length}`;
}

function about(who, now, state) {
	const parts = [state, kindOf(who), who.armour != null && `AC ${who.armour}`, fights(who)];
	if (now && who.weapon && who.weapon !== 'weapon') parts.push(who.weapon);
	if (who.score && !table.view.track?.scores.length) parts.push(`score ${who.score}`);
	return parts.filter(Boolean).map((part, n) => [n ? ' · ' : '', part]);
}

// --- hit points at the row

/** Typing at a row is fetched when the referee first comes near. */
const atRow = async () => (hand ||= await bring('rowhand'));
export const edit = async (name, text) => (await atRow())?.edit(name, text);
for (const kind of ['pointerover', 'focusin']) place.addEventListener(kind, () => referee() && atRow());

function hitPoints(who) {
	const words = who.hp == null ? healthWords(who) : [String(who.hp), el('small', {}, ` / ${who.max_hp}`)];
	if (!referee()) return el(`span.hp${who.hp == null ? '.in-words' : ''}`, { 'data-test': 'hp' }, words);
	return el(
		'button.hp',
		{ onclick: async () => (await atRow())?.toggle(who.name), title: 'Type −5, +3 or =12', 'data-test': 'hp' },
		el('span.hide', {}, `hit points of ${who.name}: `),
		words,
	);
}

// --- rows and groups

async function toggle(name) {
	open = open === name ? '' : name;
	menu ||= await bring('rowmenu');
	if (open && table.cursor !== name) select(name);
	await menu?.opened(open);
	redraw();
}

export function row(who, group, state = '') {
	const now = group === NOW;
	const here = table.cursor === who.name;
	const classes = ['who', sideClassOf(who), now && 'now', QUIET.has(group) && 'done', who.out && 'out', who.hidden && 'unseen', here && 'here', table.view.asks?.who === who.name && 'asked']
		.filter(Boolean)
		.join(' ');
	return el(
		'li',
		{ class: classes, 'data-key': who.name, 'data-test': 'who', 'data-name': who.name, draggable: movable(who, group) ? 'true' : null },
		tokenOf(who, now ? SIZES.now : SIZES.usual),
		el(
			'button.pick',
			{ onclick: () => select(here ? null : who.name), 'aria-pressed': String(here) },
			el('strong', {}, bdi(who.name)),
			el('small', {}, who.out && who.out !== state ? who.out : about(who, now, state)),
		),
		hitPoints(who),
		referee() &&
			el(
				'button.dots',
				{ onclick: () => toggle(who.name), 'aria-expanded': String(open === who.name), 'aria-label': `More for ${who.name}`, 'data-test': 'row-menu' },
				glyph('dots'),
			),
		hand?.field(who),
		parts.actions?.actionsOf(who, now),
		pills(who),
		[who.note, who.aside].map((words) => words && el('p.note', {}, words)),
		open === who.name && menu?.panel(who),
	);
}

export const sideClassOf = (who) => `side-${sideNumber(who.side) % 4}`;

const GROUPS = { [NOW]: 'acts-now', [OUT]: 'out' };

export function group({ name, who }) {
	const people = who.map(person).filter(Boolean);
	const key = `group ${name}`;
	if (name === OUT)
		return el(
			'details.group',
			{ 'data-key': key, 'data-test': 'group', 'data-group': name },
			el('summary', {}, glyph('skull'), el('span', {}, `${OUT}: `, who.map((one, n) => [n ? ', ' : '', bdi(one)]))),
			el('ul.people', {}, people.map((one) => row(one, name))),
		);
	return el(
		'section.group',
		{ class: `group ${GROUPS[name] || ''}`, 'data-key': key, 'data-test': 'group', 'data-group': name },
		el('h2', {}, name.startsWith('Next,') ? ['Next, ', bdi(name.slice(6))] : name),
		el('ul.people', {}, people.map((one) => row(one, name))),
	);
}

export function groupOf(name) {
	return table.view.turns.find((one) => one.who.includes(name))?.name;
}

/** Only where everybody's score is known: else the groups tell who acts when. */
const tracked = ({ track, turns }) => track?.scores.length > 0 && turns.every((one) => one.name === OUT || one.who.every((who) => track.scores.some((score) => score.who === who)));

// --- the order changed by hand

/** Who may be let act next by hand: books by turns have a command for it. */
const movable = (who, name) => referee() && who.up && name === 'Later' && !tracked(table.view);

// --- all of it

const standing = (one) => `${one.standing} of ${one.size}`;

const counts = (view) =>
	el(
		'p.counts',
		{ 'data-key': 'counts', 'data-test': 'counts' },
		'Standing: ',
		view.sides.map((one, n) => [n ? ', ' : '', el('b', { class: `side-${n % 4}` }, bdi(capital(one.name))), ` ${standing(one)}`]),
	);

/** Parts that not every book and not everybody needs: fetched once, and drawn when they are there. */
const parts = {};
async function want(name) {
	if (name in parts) return;
	parts[name] = null;
	parts[name] = await bring(name);
	redraw();
}

function draw() {
	const { view } = table;
	if (referee()) want('newcomers');
	if (view.track) want('track');
	if (Object.keys(view.actions || {}).length) want('actions');
	const { newcomers, track } = parts;
	const groups = (out) => view.turns.filter((one) => (one.name === OUT) === out).map(group);
	const drawn = track && tracked(view) ? track.scores(view) : [groups(false), view.track && track?.shop(view.track), groups(true)];
	show(place, el('div.card.rail', { 'data-key': 'rail', 'data-test': 'rail' }, drawn, counts(view), referee() && !view.fight.over && newcomers?.adding(view, atRow)));
}

watch(draw);
