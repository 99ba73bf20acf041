// The way in on the home page: one code for everybody, letting phones in, and a code of another fight.
import { ask, call, trying } from './api.js';
import { bdi, el, show } from './dom.js';
import { glyph } from './drawings.js';
import { picture } from './files.js';

export const TYPED = 'code'; // under it the join page finds what was typed here

/** Lets other machines reach the table; and shows the code of the fight that runs, if one does. */
async function letIn(fight, page) {
	if (!(await trying(() => call('POST', '/api/reach')))) return;
	if (fight) await trying(() => call('POST', `/api/fights/${fight.id}/door`));
	page.draw();
}

async function openDoor(fight, page) {
	if (await trying(() => call('POST', `/api/fights/${fight.id}/door`))) page.draw();
}

const shut = (fight, page) => [
	el('div.shut', { 'data-key': 'shut' }, glyph('people'), el('p', {}, 'Only this computer reaches the table so far.'), el('button.main', { type: 'button', onclick: () => letIn(fight, page), 'data-test': 'let-phones-in' }, 'Let phones in')),
	el('p', { 'data-key': 'then' }, 'You get one code for everybody, in your own network. Nothing leaves it.'),
];

const closed = (fight, page) => [
	el('div.shut', { 'data-key': 'closed' }, glyph('people'), el('p', {}, fight ? ['Nobody can join ', bdi(fight.title), ' yet.'] : 'Start a fight: its code appears here.'), fight && el('button.main', { type: 'button', onclick: () => openDoor(fight, page), 'data-test': 'open-door' }, 'Show a code')),
];

const open = (door) => [
	door.qr && el('div.qr', { 'data-key': 'qr' }, picture(door.qr, 'Code to scan: the way in for everybody')),
	el('p.join-code', { 'data-key': 'code', 'data-test': 'join-code' }, door.code),
	el('p', { 'data-key': 'how' }, 'Point a phone at it, then choose who you are. The TV joins the same way.'),
];

const reached = (addresses) => el('p.reached', { 'data-key': 'reached' }, glyph('tick'), el('span', {}, 'Others can reach this table', addresses[0] && [' at ', el('b', {}, addresses[0].replace(/^https?:\/\//, ''))]));

function typed(event) {
	event.preventDefault();
	sessionStorage.setItem(TYPED, event.target.elements.code.value);
	location.assign('/join');
}

const form = () =>
	el(
		'form.code-in',
		{ onsubmit: typed, 'data-key': 'form' },
		el('label.hide', { for: 'code' }, 'Code of a fight'),
		el('input', { id: 'code', name: 'code', required: true, maxlength: 40, autocomplete: 'off', autocapitalize: 'characters', spellcheck: false, placeholder: 'Join with a code' }),
		el('button', { 'data-test': 'join' }, 'Join'),
	);

export async function entrance(place, page) {
	const fight = page.fights.find((one) => !one.over && !one.trouble);
	const reach = await trying(() => ask('/api/reach'));
	if (!reach) return;
	const door = reach.open && fight && (await trying(() => ask(`/api/fights/${fight.id}/door`)));
	show(
		place,
		el('h2', { id: 'join-title', 'data-key': 'title' }, 'Everyone joins here'),
		!reach.open ? shut(fight, page) : door?.state === 'open' ? open(door) : closed(fight, page),
		reach.open && reached(reach.addresses),
		form(),
	);
}
