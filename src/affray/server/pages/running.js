// The fights on this table: those that run, those that are over, and what can be done with each.
import { call, trying } from './api.js';
import { bdi, capital, el, several, show, tell } from './dom.js';
import { dialog } from './dialog.js';
import { glyph } from './drawings.js';
import { picture } from './ready.js';
import { enter, tokenFor } from './seat.js';

const MOST = 5; // running fights that are shown unfolded
const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

/** Starts a ready fight by a book, or by the one that it names. */
export async function go(one, book = null) {
	const { usual } = await import('./deciding.js');
	const rules = /^rules:/m.test(one.text) ? null : book;
	const made = await trying(() => call('POST', '/api/fights', { scenario: one.text, rules, people: usual(one.text) }));
	if (made) enter(`/fight/${made.id}`, made.token);
}

/** Whether this browser has the referee's seat at that page already. */
async function isReferees(path) {
	const token = tokenFor(path);
	const answer = token && (await fetch(`/api${path.replace('fight', 'fights')}`, { headers: { Authorization: `Bearer ${token}` } }).catch(() => null));
	if (!answer?.ok) return false;
	const found = await answer.json();
	return (found.view || found).you?.role === 'referee';
}

/** Takes the referee's seat at a fight: the one this browser has, or a new one. */
export async function sit(fight) {
	const path = `/fight/${fight.id}`;
	if (await isReferees(path)) return location.assign(path);
	const made = await trying(() => call('POST', `/api/fights/${fight.id}/seats`, { role: 'referee', name: 'referee', people: [] }));
	if (made) enter(path, made.token);
}

/** How long ago: 2 minutes ago, yesterday, last Thursday, 3 May. */
export function ago(seconds, now = Date.now() / 1000) {
	const past = now - seconds;
	if (past < MINUTE) return 'just now';
	if (past < HOUR) return `${several(Math.floor(past / MINUTE), 'minute')} ago`;
	const day = new Date(seconds * 1000);
	const nights = Math.round((new Date(now * 1000).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / (DAY * 1000));
	if (nights < 1) return `${several(Math.floor(past / HOUR), 'hour')} ago`;
	if (nights === 1) return 'yesterday';
	if (nights < 7) return `last ${day.toLocaleDateString('en', { weekday: 'long' })}`;
	return day.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
}

const state = (fight) =>
	fight.trouble
		? fight.trouble
		: fight.over
			? fight.winner
				? ['won by ', bdi(fight.winner)]
				: 'nobody won'
			: fight.round
				? `round ${fight.round}`
				: 'not begun yet';
const here = (fight) => (fight.over ? '' : ` · ${fight.here ? `${several(fight.here, 'player')} here` : 'nobody here'}`);

const row = (fight, page) =>
	el(
		'li.fight',
		{ 'data-key': fight.id, 'data-test': 'fight', 'data-id': fight.id },
		picture(fight.scene),
		el('span', {}, el('b', {}, bdi(fight.title)), el('span.soft', { class: fight.trouble ? 'wrong' : 'soft' }, ' · ', fight.book && `${capital(fight.book)} · `, state(fight), here(fight)), fight.party?.length > 0 && el('small.party', {}, fight.party.slice(0, 6).map((name, n) => [n ? ', ' : '', bdi(name)]))),
		el('small.when', {}, ago(fight.at)),
		el('button.bare', { type: 'button', onclick: () => sit(fight), 'data-test': 'go-on', 'aria-label': `${fight.over ? 'Look at' : 'Resume'}: ${fight.title}` }, fight.over ? 'Look' : 'Resume'),
		el('button.icon.bare', { type: 'button', onclick: () => menu(fight, page), 'data-test': 'fight-menu', 'aria-label': `More about ${fight.title}`, title: 'Rename, copy, delete' }, glyph('dots')),
	);

/** What can be done with a fight: another name, a copy, and away with it once that was said twice. */
function menu(fight, page) {
	const act = async (method, more, body, said) => {
		if ((await trying(() => call(method, `/api/fights/${fight.id}${more}`, body))) === null) return;
		shown.close();
		tell(said);
		page.draw();
	};
	const rename = (event) => {
		event.preventDefault();
		const { value } = event.target.elements.name;
		act('POST', '/name', { name: value }, `It is called ${value} now.`);
	};
	const sure = (event) => {
		const button = event.currentTarget;
		if (button.dataset.sure) return act('DELETE', '', undefined, `${fight.title} is deleted.`);
		button.dataset.sure = 'yes';
		button.textContent = 'Delete for good';
	};
	const shown = dialog(
		fight.title,
		el('form.inline', { onsubmit: rename }, el('label', {}, 'Name ', el('input', { name: 'name', value: fight.title, required: true, maxlength: 120, dir: 'auto', 'data-test': 'fight-name' })), el('button', { 'data-test': 'fight-rename' }, 'Rename')),
		el('p.inline', {}, el('button', { onclick: () => act('POST', '/copy', undefined, 'Copied, with the same dice to come.'), 'data-test': 'fight-copy' }, 'Copy'), el('button', { onclick: sure, 'data-test': 'fight-delete' }, 'Delete')),
		el('p.small', {}, 'A copy goes on with the same dice. What a fight has written into a party stays there when the fight is deleted.'),
	);
}

let finished = false; // whether they are shown

/** The list at `place`; nothing at all before the first fight. */
export function fights(place, page) {
	const going = page.fights.filter((one) => !one.over);
	const over = page.fights.filter((one) => one.over);
	const rows = (all) => el('ul', {}, all.map((one) => row(one, page)));
	const fold = () => {
		finished = !finished;
		fights(place, page);
	};
	const shown = finished || !going.length;
	place.hidden = !page.fights.length;
	show(
		place,
		el(
			'div.heading',
			{ 'data-key': 'heading' },
			el('h2', {}, going.length ? 'Running fights' : 'Finished fights'),
			going.length > 0 && over.length > 0 && el('button.link', { type: 'button', onclick: fold, 'aria-expanded': String(shown), 'data-test': 'finished' }, `Finished (${over.length})`),
		),
		going.length > 0 && el('div.leaf', { 'data-key': 'running', 'data-test': 'fights' }, rows(going.slice(0, MOST)), going.length > MOST && el('details', { 'data-key': 'older' }, el('summary', {}, `${going.length - MOST} older`), rows(going.slice(MOST)))),
		shown && over.length > 0 && el('div.leaf', { 'data-key': 'over' }, rows(over.slice(0, MOST)), over.length > MOST && el('details', { 'data-key': 'older' }, el('summary', {}, `${over.length - MOST} older`), rows(over.slice(MOST)))),
	);
}
