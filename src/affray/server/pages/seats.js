// The players at the table: their links and codes to scan, seats taken over or withdrawn, what players may.
import { ask, call, inFight, trying } from './api.js';
import { dialog } from './dialog.js';
import { all, bdi, el, find, show, tell } from './dom.js';
import { copy, picture } from './files.js';
import { table } from './table.js';

let place = null;
const settings = (change) => trying(() => call('PATCH', inFight('/settings'), change));

function flag(name, words) {
	return el(
		'label.option',
		{},
		el('input', {
			type: 'checkbox',
			checked: table.view.settings[name],
			'data-test': `setting-${name}`,
			onchange: (event) => settings({ [name]: event.target.checked }),
		}),
		` ${words}`,
	);
}

const ROLES = { player: 'player', spectator: 'screen for the room', referee: 'referee' };

function seat(one) {
	const path = inFight(`/seats/${one.id}`);
	const act = async (method, address, body, words) => {
		if ((await trying(() => call(method, address, body))) == null) return;
		tell(words);
		draw();
	};
	return el(
		'li',
		{ 'data-key': one.id, class: one.withdrawn ? 'gone' : '', 'data-test': 'seat' },
		el('strong', {}, bdi(one.name || ROLES[one.role])),
		` ${ROLES[one.role]}`,
		one.people.length > 0 && [': ', bdi(one.people.join(', '))],
		' ',
		el(
			'small',
			{},
			one.withdrawn ? 'withdrawn' : one.here ? 'here' : 'not here',
			one.taken && ', played by the referee',
		),
		!one.withdrawn &&
			el(
				'span.inline',
				{},
				one.role === 'player' &&
					el(
						'button.quiet',
						{
							'data-test': 'take',
							onclick: () =>
								act('POST', `${path}/taken`, { taken: !one.taken }, one.taken ? 'Given back.' : 'You play for them.'),
						},
						one.taken ? 'Give back' : 'Take over',
					),
				el(
					'button.quiet',
					{ 'data-test': 'withdraw', onclick: () => act('DELETE', path, undefined, 'That link no longer works.') },
					'Withdraw',
				),
			),
	);
}

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
				el(
					'li',
					{},
					el('a', { href: link, target: '_blank', rel: 'noreferrer', 'data-test': 'seat-link' }, link),
					' ',
					el('button.quiet', { onclick: () => copy(link, 'Link') }, 'Copy'),
				),
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
	await draw();
	shown(made, called);
}

function form() {
	const mine = new Set(table.view.sides.filter((side) => side.players).map((side) => side.name));
	const people = [...table.view.people].sort((a, b) => mine.has(b.side) - mine.has(a.side));
	return el(
		'form',
		{ onsubmit: add, 'data-test': 'new-seat', 'data-key': 'form' },
		el('h3', {}, 'A new seat'),
		el(
			'p.inline',
			{},
			el(
				'label',
				{},
				'For a ',
				el(
					'select',
					{ name: 'role' },
					Object.entries(ROLES).map(([value, label]) => el('option', { value }, label)),
				),
			),
			el(
				'label',
				{},
				'called ',
				el('input', { name: 'name', size: 14, autocomplete: 'off', 'data-test': 'seat-name' }),
			),
		),
		el(
			'fieldset',
			{},
			el('legend', {}, 'who plays'),
			people.map((who) =>
				el(
					'label',
					{},
					el('input', { type: 'checkbox', name: 'person', value: who.name, 'data-test': 'seat-person' }),
					' ',
					bdi(who.name),
				),
			),
		),
		el('button.primary', { 'data-test': 'seat-make' }, 'Make a link'),
	);
}

async function draw() {
	const seats = await trying(() => ask(inFight('/seats')));
	if (!seats || !place.isConnected) return;
	show(
		find('[data-part=seats]', place),
		seats.length ? el('ul.seats', {}, seats.map(seat)) : el('p', {}, 'Nobody but you so far.'),
	);
}

export function players() {
	const { timeout } = table.view.settings;
	place = dialog(
		'Players',
		el('div', { 'data-part': 'seats' }),
		form(),
		el('h3', {}, 'Players may'),
		flag('players_undo', 'undo what was said'),
		flag('odds', 'see the odds of their answers'),
		flag('confirm', 'only suggest: the referee confirms each act'),
		el(
			'label.option',
			{},
			'Seconds for a reaction (0: no limit) ',
			el('input', {
				type: 'number',
				min: 0,
				max: 3600,
				value: timeout || 0,
				'data-test': 'setting-timeout',
				onchange: (event) => settings({ timeout: Number(event.target.value) }),
			}),
		),
	);
	draw();
}
