// Who fights, in the order of their turns: tokens with hit points, conditions, and for the referee what changes them.
import { bring } from './api.js';
import { healthWords, share, sideNumber, timeLeft } from './board.js';
import { bdi, capital, el, find, several, show, tell } from './dom.js';
import { glyph, token } from './drawings.js';
import { changed, PATTERN } from './hp.js';
import { chosen, person, redraw, referee, say, select, table, tick, watch } from './table.js';

const place = find('#sides');
const SIZES = { now: 58, usual: 42, ghost: 28 };
const NOW = 'Acts now';
const OUT = 'Out of the fight';
const QUIET = new Set(['Has acted', OUT]);
const MARKS = { asleep: 'moon', burning: 'flame', scalded: 'flame', blind: 'eye', dying: 'drop', stunned: 'star', dazed: 'star', hidden: 'eye' };
const STATES = { waiting: 'waits', holding: 'holds', casting: 'casting' };

let editing = ''; // at whose row hit points are typed
let open = ''; // whose menu is open
let menu = null; // rowmenu.js, once it is there

// --- parts of a row

const kindOf = (who) => (who.name.toLowerCase().startsWith(who.kind.toLowerCase()) ? '' : who.kind);
const numberOf = (who) => who.number ?? who.name.match(/\s(\d+)$/)?.[1];
const glyphOf = (who) => who.glyph || (table.view.sides[sideNumber(who.side)]?.players ? 'sword' : 'fang');

const portrait = (who, size) =>
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

/** What is left of the actions of a turn, as far as any is spent or it is their turn. */
function actionsOf(who, now) {
	const found = table.view.actions?.[who.name];
	if (!found || (!now && found.every((one) => one.left))) return null;
	return el(
		'ul.actions',
		{ 'aria-label': 'Actions', 'data-test': 'actions' },
		found.map((one) =>
			el('li', { class: one.left ? 'left' : 'spent' }, el('i', { 'aria-hidden': true }), one.name, el('span.hide', {}, one.left ? ', left' : ', spent')),
		),
	);
}

// --- hit points at the row

export function edit(name, text = '') {
	editing = name;
	redraw();
	const field = find('.hp-edit input', place);
	if (!field) return;
	field.value = text;
	field.focus();
	previewed({ target: field });
}

/** Those whom a number at this row changes: all that are ticked, if this one is. */
const meant = (who) => (table.ticked.has(who.name) ? chosen().map(person) : [who]);

function previewed({ target }) {
	const people = meant(person(editing));
	const left = people.map((who) => [who, changed(who, target.value)]).filter(([, hp]) => hp != null);
	const words = left.length > 1 ? several(left.length, 'person', 'people') : left.map(([who, hp]) => `${who.hp} → ${hp}`).join('');
	show(find('.hp-edit output', place), words && [words, ' · ', el('b', {}, 'Enter'), ' applies it']);
}

async function apply(event) {
	event.preventDefault();
	const { value } = find('input', event.target);
	const words = meant(person(editing)).map((who) => ['hp', who.name, changed(who, value)]);
	if (words.some((word) => word[2] == null)) return tell('Type −5, +3 or =12.', true);
	const name = editing;
	if (!(await say('/words', { words: words.map(([verb, who, hp]) => [verb, who, String(hp)]) }))) return;
	editing = '';
	redraw();
	find(`[data-name="${CSS.escape(name)}"] .hp`, place)?.focus();
}

function leave(event) {
	if (event.key !== 'Escape') return;
	event.stopPropagation();
	const name = editing;
	editing = '';
	redraw();
	find(`[data-name="${CSS.escape(name)}"] .hp`, place)?.focus();
}

const field = (who) =>
	el(
		'form.hp-edit',
		{ onsubmit: apply, onkeydown: leave, 'data-test': 'hp-edit' },
		el('input', { 'aria-label': `Hit points of ${who.name}`, autocomplete: 'off', inputmode: 'text', pattern: PATTERN, placeholder: '−5  +3  =12', oninput: previewed, 'data-test': 'hp-at-row' }),
		el('output', {}),
	);

function hitPoints(who) {
	const words = who.hp == null ? healthWords(who) : [String(who.hp), el('small', {}, ` / ${who.max_hp}`)];
	if (!referee()) return el(`span.hp${who.hp == null ? '.in-words' : ''}`, { 'data-test': 'hp' }, words);
	return el(
		'button.hp',
		{ onclick: () => (editing === who.name ? leave({ key: 'Escape', stopPropagation() {} }) : edit(who.name)), title: 'Type −5, +3 or =12', 'data-test': 'hp' },
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

export function openMenu(name) {
	if (open !== name) toggle(name);
}

function row(who, group, state = '') {
	const now = group === NOW;
	const here = table.cursor === who.name;
	const classes = ['who', sideClassOf(who), now && 'now', QUIET.has(group) && 'done', who.out && 'out', who.hidden && 'unseen', here && 'here', table.view.asks?.who === who.name && 'asked']
		.filter(Boolean)
		.join(' ');
	return el(
		'li',
		{ class: classes, 'data-key': who.name, 'data-test': 'who', 'data-name': who.name, draggable: movable(who, group) ? 'true' : null, ...(referee() && dragging(who)) },
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
		editing === who.name && referee() && field(who),
		actionsOf(who, now),
		pills(who),
		[who.note, who.aside].map((words) => words && el('p.note', {}, words)),
		open === who.name && menu?.panel(who),
	);
}

const sideClassOf = (who) => `side-${sideNumber(who.side) % 4}`;

const GROUPS = { [NOW]: 'acts-now', [OUT]: 'out' };

function group({ name, who }) {
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

// --- the track of scores

const POINT = 5; // pixels for a point between two scores
const MOST_GAP = 80;

/** Rows of the track, from the highest score down; those alike with the same score in one. */
function stations(track) {
	const byKey = new Map();
	for (const { who, score } of track.scores) {
		const one = person(who);
		const key = one ? `${score} ${one.side} ${one.kind} ${numberOf(one) ? '' : who}` : '';
		if (key) byKey.set(key, { score, people: [...(byKey.get(key)?.people || []), one] });
	}
	const made = [...byKey.values()];
	if (track.lands != null) made.push({ score: track.lands, ghost: person(track.asked) });
	return made.sort((a, b) => b.score - a.score || Boolean(a.ghost) - Boolean(b.ghost));
}

function placeOf(name) {
	const found = table.view.turns.find((one) => one.who.includes(name))?.name || '';
	if (table.view.asks?.who === name && found !== NOW) return 'is asked';
	return found.split(',')[0].toLowerCase();
}

function groupOf(name) {
	return table.view.turns.find((one) => one.who.includes(name))?.name;
}

const few = (people) => {
	const numbers = people.map(numberOf).map(Number);
	const stem = people[0].name.replace(/\s\d+$/, '');
	return numbers.every((n, i) => !i || n === numbers[i - 1] + 1) ? `${stem} ${numbers[0]}–${numbers.at(-1)}` : `${people.length} × ${stem}`;
};

function station({ score, people, ghost }, n, list) {
	const gap = n ? Math.min(MOST_GAP, (list[n - 1].score - score) * POINT) : 0;
	const given = { '--gap': `${gap}px`, 'data-score': score };
	if (ghost)
		return el(
			'li.station.ghost',
			{ ...given, class: `station ghost ${sideClassOf(ghost)}`, 'data-key': 'ghost', 'data-test': 'ghost' },
			el('span.score', {}, score),
			token({ side: sideNumber(ghost.side), share: 0, glyph: glyphOf(ghost) }, SIZES.ghost),
			el('b', {}, bdi(ghost.name), `, for ${table.view.track.price}`),
		);
	const [one] = people;
	const inside =
		people.length === 1
			? el('ul.people', {}, row(one, groupOf(one.name), placeOf(one.name)))
			: el(
					'details.crowd',
					{ 'data-key': 'crowd' },
					el('summary', { class: sideClassOf(one) }, portrait({ ...one, number: '' }, SIZES.usual), el('span', {}, el('strong', {}, few(people)), el('small', {}, placeOf(one.name)))),
					el('ul.people', {}, people.map((who) => row(who, groupOf(who.name), placeOf(who.name)))),
				);
	return el('li.station', { ...given, 'data-key': `station ${people.map((who) => who.name)}`, 'data-test': 'station' }, el('span.score', {}, score), inside);
}

const coin = (price) => el('span.coin', {}, price);

function shop({ asked, buys, scores }) {
	if (!asked || !buys.length) return null;
	const score = scores.find((one) => one.who === asked)?.score;
	return el(
		'section.shop',
		{ 'data-key': 'shop', 'data-test': 'shop' },
		el('h2', {}, 'What ', bdi(asked), `’s ${score} will buy`),
		el(
			'ul',
			{},
			buys.map((one) => el('li', { 'data-key': one.words }, coin(one.price), el('span', {}, one.words), el('small', {}, `→ ${one.left}`))),
		),
	);
}

/** Only where everybody's score is known: else the groups tell who acts when. */
const tracked = ({ track, turns }) => track?.scores.length > 0 && turns.every((one) => one.name === OUT || one.who.every((who) => track.scores.some((score) => score.who === who)));

function scores(view) {
	const outside = view.turns.filter((one) => one.name === OUT);
	return [
		el('section.group', { 'data-key': 'track' }, el('h2', {}, 'Scores, highest first'), el('ol.track', { 'data-test': 'track' }, stations(view.track).map(station))),
		shop(view.track),
		outside.map(group),
	];
}

// --- the order changed by hand

let dragged = '';

/** Who may be let act next by hand: books by turns have a command for it. */
const movable = (who, name) => referee() && who.up && name === 'Later' && !tracked(table.view);

const dragging = (who) => ({
	ondragstart: (event) => {
		dragged = who.name;
		event.dataTransfer?.setData('text/plain', who.name);
	},
	ondragover: (event) => dragged && dragged !== who.name && groupOf(who.name)?.startsWith('Next') && event.preventDefault(),
	ondrop: (event) => {
		event.preventDefault();
		say('/words', { words: [['next', dragged]] });
		dragged = '';
	},
});

// --- all of it

const standing = (one) => `${one.standing} of ${one.size}`;

const counts = (view) =>
	el(
		'p.counts',
		{ 'data-key': 'counts', 'data-test': 'counts' },
		'Standing: ',
		view.sides.map((one, n) => [n ? ', ' : '', el('b', { class: `side-${n % 4}` }, bdi(capital(one.name))), ` ${standing(one)}`]),
	);

async function add(event) {
	event.preventDefault();
	const { who, side } = event.target.elements;
	const words = who.value.trim().replace(/^(\d+)\s+(.*?)s$/, '$1 $2');
	const first = await say('/words', { words: [['add', words, side.value]] }, `${who.value.trim()} joined ${side.value}.`);
	if (first) who.value = '';
}

const adding = (view) =>
	el(
		'form.add-one',
		{ onsubmit: add, 'data-key': 'add', 'data-test': 'add-one' },
		el('input', { name: 'who', required: true, autocomplete: 'off', placeholder: 'Add someone: 2 goblins', 'aria-label': 'Add someone', 'data-test': 'add-who' }),
		el(
			'select',
			{ name: 'side', 'aria-label': 'to side' },
			[...view.sides].sort((a, b) => a.players - b.players).map((one) => el('option', { value: one.name }, capital(one.name))),
		),
		el('button', { 'data-test': 'add-them' }, 'Add'),
	);

function draw() {
	const { view } = table;
	if (editing && !person(editing)) editing = '';
	const drawn = tracked(view)
		? scores(view)
		: [view.turns.filter((one) => one.name !== OUT).map(group), view.track && shop(view.track), view.turns.filter((one) => one.name === OUT).map(group)];
	show(place, el('div.card.rail', { 'data-key': 'rail', 'data-test': 'rail' }, drawn, counts(view), referee() && !view.fight.over && adding(view)));
}

watch(draw);
