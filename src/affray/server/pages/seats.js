// The players at the table: how they join, who plays whom and how that is changed, their links, and what players may.
import { call, inFight, trying } from './api.js';
import { sideNumber } from './board.js';
import { dialog } from './dialog.js';
import { all, bdi, capital, el, find, show, tell } from './dom.js';
import { token as drawing } from './drawings.js';
import { copy, picture } from './files.js';
import { invite } from './invite.js';
import { table, watch } from './table.js';

let place = null;
const settings = (change) => trying(() => call('PATCH', inFight('/settings'), change));
const path = (seat, more = '') => inFight(`/seats/${seat.id}${more}`);

async function act(method, address, body, words) {
	const done = await trying(() => call(method, address, body));
	if (done != null && words) tell(words);
	return done;
}

// --- who plays whom

const players = () => table.view.seats.filter((seat) => seat.role === 'player');
const characters = () => {
	const mine = new Set(table.view.sides.filter((side) => side.players).map((side) => side.name));
	return table.view.people.filter((who) => mine.has(who.side));
};

/** Gives a character to one seat and takes it from all others; to none, and the referee plays it. */
async function assign(who, id) {
	for (const { id: one } of players()) {
		const seat = players().find((each) => each.id === one);
		const has = seat?.people.includes(who.name);
		if (seat && has !== (one === id)) await put(seat, has ? seat.people.filter((name) => name !== who.name) : [...seat.people, who.name]);
	}
}

async function put(seat, people) {
	const seats = await act('PATCH', path(seat), { people });
	if (!seats) return;
	table.view.seats = seats.filter((one) => !one.withdrawn); // before the next change, and not with the next frame
	draw();
}

let changes = Promise.resolve(); // one after the other
const change = (who, id) => (changes = changes.then(() => assign(who, id)));

const character = (who) => {
	const seats = players();
	const by = seats.filter((seat) => seat.people.includes(who.name));
	return el(
		'li',
		{ 'data-key': who.name, 'data-test': 'plays', 'data-name': who.name },
		drawing({ side: sideNumber(who.side), glyph: who.glyph, number: who.number, dead: who.out === 'dead' }, 34),
		el('strong', {}, bdi(who.name)),
		el(
			'select',
			{ 'aria-label': `Who plays ${who.name}`, 'data-test': 'played-by', onchange: (event) => change(who, event.target.value) },
			el('option', { value: '', selected: !by.length }, 'you, the referee'),
			seats.map((seat) => el('option', { value: seat.id, selected: by[0]?.id === seat.id }, seat.name)),
		),
		el('small', {}, by.length > 1 ? `and ${by.slice(1).map((seat) => seat.name).join(', ')}` : by[0] ? state(by[0]) : ''),
	);
};

// --- their seats

const ROLES = { player: 'player', spectator: 'screen for the room', referee: 'referee' };
const state = (seat) => (seat.taken ? 'you play for them' : seat.here ? 'here' : 'not here');

const rename = (seat) => (event) => {
	const name = event.target.value.trim();
	if (name && name !== seat.name) act('PATCH', path(seat), { name });
};

async function renew(seat) {
	const made = await act('POST', path(seat, '/link'));
	if (made) shown(made, seat.name);
}

const seatRow = (seat) =>
	el(
		'li',
		{ 'data-key': seat.id, 'data-test': 'seat', 'data-name': seat.name },
		el('input', { value: seat.name, maxlength: 120, size: 12, 'aria-label': `Name of ${seat.name}`, dir: 'auto', onchange: rename(seat), 'data-test': 'rename-seat' }),
		el('span', {}, seat.people.length ? bdi(seat.people.join(', ')) : capital(seat.role === 'player' ? 'plays nobody' : ROLES[seat.role]), ' ', el('small', {}, state(seat))),
		el(
			'span.inline',
			{},
			seat.role === 'player' && el('button.quiet', { 'data-test': 'take', onclick: () => act('POST', path(seat, '/taken'), { taken: !seat.taken }, seat.taken ? 'Handed back.' : 'You play for them.') }, seat.taken ? 'Hand back' : 'Take control'),
			el('button.quiet', { 'data-test': 'renew', title: 'For another device; the old link stops working', onclick: () => renew(seat) }, 'New link'),
			el('button.quiet', { 'data-test': 'withdraw', onclick: () => act('DELETE', path(seat), undefined, 'That link no longer works.') }, 'Revoke link'),
		),
	);

/** A new link is shown once: only its hash is kept. */
function shown(made, name) {
	const links = made.links?.length ? made.links : [made.link];
	dialog(
		`The link of ${name}`,
		el('p', {}, 'It is shown only now. Whoever has it sits in this seat.'),
		made.qr && el('p.code', {}, picture(made.qr, `Code to scan: the link of ${name}`)),
		el(
			'ul',
			{},
			links.map((link) =>
				el('li', {}, el('a', { href: link, target: '_blank', rel: 'noreferrer', 'data-test': 'seat-link' }, link), ' ', el('button.quiet', { onclick: () => copy(link, 'Link') }, 'Copy')),
			),
		),
	);
}

async function add(event) {
	event.preventDefault();
	const { role, name } = event.target.elements;
	const people = role.value === 'player' ? all('[name=person]:checked', event.target).map((box) => box.value) : [];
	const called = name.value.trim() || people.join(' and ') || ROLES[role.value];
	const made = await trying(() => call('POST', inFight('/seats'), { role: role.value, name: called, people }));
	if (!made) return;
	event.target.reset();
	shown(made, called);
}

const form = () => {
	const first = new Set(characters().map((who) => who.name));
	const people = [...table.view.people].sort((a, b) => first.has(b.name) - first.has(a.name));
	return el(
		'form',
		{ onsubmit: add, 'data-test': 'new-seat' },
		el('h3', {}, 'A link of one’s own'),
		el(
			'p.inline',
			{},
			el('label', {}, 'For a ', el('select', { name: 'role' }, Object.entries(ROLES).map(([value, label]) => el('option', { value }, label)))),
			el('label', {}, 'called ', el('input', { name: 'name', size: 14, autocomplete: 'off', 'data-test': 'seat-name' })),
		),
		el(
			'fieldset',
			{},
			el('legend', {}, 'who plays'),
			people.map((who) => el('label', {}, el('input', { type: 'checkbox', name: 'person', value: who.name, 'data-test': 'seat-person' }), ' ', bdi(who.name))),
		),
		el('button.primary', { 'data-test': 'seat-make' }, 'Make a link'),
	);
};

// --- what players may

const flag = (name, words) =>
	el('label.option', {}, el('input', { type: 'checkbox', checked: table.view.settings[name], 'data-test': `setting-${name}`, onchange: (event) => settings({ [name]: event.target.checked }) }), ` ${words}`);

const permissions = () => [
	el('h3', {}, 'Permissions'),
	flag('players_undo', 'Players may undo what was said'),
	flag('odds', 'Players see the odds of their answers'),
	flag('confirm', 'Players only suggest: you confirm each act'),
	el(
		'label.option',
		{},
		'Seconds for a reaction (0: no limit) ',
		el('input', { type: 'number', min: 0, max: 3600, value: table.view.settings.timeout || 0, 'data-test': 'setting-timeout', onchange: (event) => settings({ timeout: Number(event.target.value) }) }),
	),
];

// --- all of it

function draw() {
	if (!place?.isConnected || !table.view?.seats) return;
	const people = characters();
	show(find('[data-part=plays]', place), people.length > 0 && [el('h3', {}, 'Who plays whom'), el('ul.plays-list', {}, people.map(character))]);
	show(find('[data-part=seats]', place), el('h3', {}, 'At the table'), el('ul.seats', {}, table.view.seats.map(seatRow)));
}

export function openPlayers() {
	place = dialog('Players', el('div', { 'data-part': 'invite' }), el('div', { 'data-part': 'plays' }), el('div', { 'data-part': 'seats' }), form(), permissions());
	place.classList.add('players');
	invite(find('[data-part=invite]', place));
	draw();
}

watch(draw);
