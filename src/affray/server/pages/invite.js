// The way in for everybody: the code and the picture that guests scan, as long as it is open; and letting phones in.
import { ask, call, inFight, trying } from './api.js';
import { el, find, several, show, tell } from './dom.js';
import { copy, picture } from './files.js';
import { isOwner, tokenFor } from './seat.js';

const CLOSED = { none: 'Nobody can join yet.', closed: 'Nobody else can join: the door is closed.', expired: 'The code has expired.' };
let place = null;
let door = null;

/** Shows the way in at `where`. */
export async function invite(where) {
	place = where;
	door = await trying(() => ask(inFight('/door')));
	draw();
}

async function change(method, body) {
	const found = await trying(() => call(method, inFight('/door'), body));
	if (!found) return;
	door = found;
	draw();
}

/** Lets other machines in this network reach the table; only whoever started it may. */
async function openReach() {
	const key = tokenFor('/');
	const answer = await fetch('/api/reach', { method: 'POST', headers: key ? { Authorization: `Bearer ${key}` } : {} }).catch(() => null);
	if (answer?.ok) return invite(place);
	tell((await answer?.json().catch(() => null))?.error || 'The table can’t be reached; try again in a moment.', true);
}

const hours = (seconds) => (seconds > 5400 ? several(Math.round(seconds / 3600), 'hour') : several(Math.max(1, Math.round(seconds / 60)), 'minute'));

const here = () =>
	!door.reached &&
	el(
		'p.small',
		{ 'data-test': 'unreached' },
		'Only this computer reaches the table. ',
		isOwner() ? el('button', { onclick: openReach, 'data-test': 'let-phones-in' }, 'Let phones in') : 'Whoever started it can let phones in.',
	);

const open = () => [
	el(
		'div.invitation',
		{},
		door.qr && el('p.code', {}, picture(door.qr, 'Code to scan: the way in for everybody')),
		el(
			'div',
			{},
			el('p', {}, door.qr ? 'Scan the picture, or open ' : door.reached ? 'Open ' : 'On this computer, open ', el('strong', {}, (door.addresses[0] || location.origin).replace(/^https?:\/\//, ''), '/join'), ' and type'),
			el('p.join-code', { 'data-test': 'join-code' }, door.code),
			el('p.small', {}, `It holds for ${hours(door.seconds)}. Guests choose who they are.`),
			el('p.inline', {}, el('button', { onclick: () => copy(door.link, 'Link'), 'data-test': 'copy-join' }, 'Copy the link'), el('button.quiet', { onclick: () => change('POST'), 'data-test': 'new-code' }, 'New code'), el('button.quiet', { onclick: () => change('DELETE'), 'data-test': 'close-door' }, 'Close the door')),
			el('label.option', {}, el('input', { type: 'checkbox', checked: door.several, 'data-test': 'several', onchange: (event) => change('PATCH', { several: event.target.checked }) }), ' a guest may take several characters'),
		),
	),
];

function draw() {
	if (!door || !place?.isConnected) return;
	show(place, el('h3', {}, 'Let players join'), door.state === 'open' ? open() : el('p.inline', {}, CLOSED[door.state], ' ', el('button.main', { onclick: () => change('POST'), 'data-test': 'open-door' }, 'Show a code')), here());
}
