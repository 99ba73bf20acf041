// Home: the fights on this table, examples to play at once, and the way into the set-up.
import { ask, call, trying } from './api.js';
import { bdi, el, find, show } from './dom.js';
import { enter, isOwner } from './seat.js';
import { drawShelves, EMPTY, make } from './shelves.js';

const RECENT = 6;
const go = (made) => enter(`/fight/${made.id}`, made.token);
const day = (made) =>
	made
		? new Date(typeof made === 'number' ? made * 1000 : made).toLocaleString([], {
				dateStyle: 'medium',
				timeStyle: 'short',
			})
		: '';
/** What a scenario's own first comment says about it. */
const opening = (text) =>
	text
		.split('\n')
		.filter((line) => line.startsWith('#'))
		.map((line) => line.slice(1).trim())
		.join(' ');

/** To the page on which fights are built, with a file. */
async function edit(text, name) {
	const { handOver } = await import('./draft.js');
	handOver(name, text);
}

/** Between what is on the table, and a party or bestiary. */
function turn(to) {
	for (const part of ['#begin', '#fights', '#library']) find(part).hidden = Boolean(to);
	find('#kept').hidden = to !== '#kept';
	find('#all').hidden = !to;
	find(to || '#new').focus({ preventScroll: true });
	scrollTo(0, 0);
	if (!to) draw();
}

async function play(one) {
	const { usual } = await import('./deciding.js');
	const made = await trying(() =>
		call('POST', '/api/fights', {
			scenario: one.name,
			rules: null,
			house: [],
			options: {},
			seed: null,
			people: usual(one.text),
			hidden: [],
		}),
	);
	if (made) go(made);
}

const example = (one) =>
	el(
		'li',
		{ 'data-key': one.name, 'data-test': 'example', 'data-name': one.name },
		el('h3', { dir: 'auto' }, one.title),
		el('p.small', {}, opening(one.text)),
		el(
			'p.inline',
			{},
			el(
				'button.primary',
				{ onclick: () => play(one), 'data-test': 'play', 'aria-label': `Play: ${one.title}` },
				'Play',
			),
			el(
				'button',
				{ onclick: () => location.assign(`/build?from=${encodeURIComponent(one.name)}`), 'data-test': 'edit', 'aria-label': `Change: ${one.title}` },
				'Change',
			),
		),
	);

async function sit(fight) {
	const made = await trying(() =>
		call('POST', `/api/fights/${fight.id}/seats`, { role: 'referee', name: 'referee', people: [] }),
	);
	if (made) go({ id: fight.id, token: made.token });
}

const state = (fight) =>
	fight.over
		? ['over', fight.winner && [', won by ', bdi(fight.winner)]]
		: fight.round
			? `round ${fight.round}`
			: 'not begun';

const fightRow = (fight) =>
	el(
		'li',
		{ 'data-key': fight.id, 'data-test': 'fight', 'data-id': fight.id },
		el(
			'span',
			{},
			el('strong', {}, bdi(fight.title)),
			' ',
			el('small', {}, `${fight.book} · `, state(fight), ` · ${day(fight.made)}`),
		),
		el(
			'button',
			{
				onclick: () => sit(fight),
				'data-test': 'go-on',
				'aria-label': `${fight.over ? 'Look at it' : 'Go on'}: ${fight.title}`,
			},
			fight.over ? 'Look at it' : 'Go on',
		),
	);

async function openReach() {
	if (await trying(() => call('POST', '/api/reach'))) draw();
}

async function draw() {
	drawShelves({ look });
	const [home, examples, reach] = await Promise.all(['/api/table', '/api/examples', '/api/reach'].map((path) => trying(() => ask(path))));
	if (!home || !examples || !reach) return;
	find('#version').textContent = home.version;
	show(
		find('#where'),
		reach.open ? `Others reach this table at ${reach.addresses.join(' or ')}.` : ['Only this computer reaches the table. ', el('button', { onclick: openReach, 'data-test': 'let-phones-in' }, 'Let phones in')],
	);
	show(find('#examples'), examples.map(example));
	const [recent, older] = [home.fights.slice(0, RECENT), home.fights.slice(RECENT)];
	show(find('#fight-list'), recent.length ? recent.map(fightRow) : el('li', {}, 'None yet.'));
	show(
		find('#older'),
		older.length > 0 && [el('summary', {}, `${older.length} older`), el('ul.fight-list', {}, older.map(fightRow))],
	);
}

/** A party or a bestiary on a page of its own; without one, back to the list. */
async function look(shelf, id) {
	if (!id) return turn('');
	const { open } = await import('./kept.js');
	if (await open(find('#kept'), shelf, id, { look })) turn('#kept');
}

const taken = (selector, act) => {
	find(selector).onchange = async ({ target }) => {
		const [file] = target.files;
		if (file) await act(await file.text(), file.name);
		target.value = '';
	};
};

taken('#open', edit);
taken('#import', async (journal) => {
	const made = await trying(() => call('POST', '/api/import', { journal }));
	if (made) go(made);
});
for (const [one, shelf] of [
	['party', 'parties'],
	['bestiary', 'bestiaries'],
]) {
	taken(`#open-${one}`, (text) => make(shelf, text, look));
	find(`#new-${one}`).onclick = () => make(shelf, EMPTY[shelf], look);
}
find('#new').onclick = () => location.assign('/build');
find('#all').onclick = () => turn('');
find('#to-api').onclick = () => location.assign('/api');

if (isOwner()) draw();
else location.replace('/join'); // a guest
