// The ending: a sentence, the story, the chart, what became of whom, who did what, and what next. Fetched when it is over.
import { ask, call, inFight, trying } from './api.js';
import { dialog, dress } from './dialog.js';
import { bdi, capital, cite, el, find, several, show, tell } from './dom.js';
import { glyph, glyphAt, token } from './drawings.js';
import { save } from './files.js';
import { homes } from './homes.js';
import { healthShare, sideOf } from './map.js';
import { enter, isOwner, tokenFor } from './seat.js';
import { person, referee, table, watch } from './table.js';

const BOOKS = ['classic', 'tempo', 'procedure', 'vanguard', 'fourfold'];
const DASH = '–';
let told = null;
let place = null;

if (!find('[href$="ending.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/pages/ending.css' }));

// --- the chart: the server's plain lists as elements

const drawing = ([tag, given, ...inside]) =>
	el(tag, given.href ? { ...given, href: glyphAt(given.href.slice(1)) } : given, inside.map((one) => (Array.isArray(one) ? drawing(one) : one)));

const charts = () =>
	el(
		'section.card.chart',
		{ 'data-key': 'chart', 'data-test': 'chart', 'aria-label': 'How it went' },
		el('h2', {}, 'How it went ', el('small', {}, 'hit points of each side')),
		['wide', 'narrow'].map((size) => el('div', { class: size }, drawing(told.charts[size]))),
	);

// --- what became of whom

const face = (one, size) => {
	const who = person(one.people[0]);
	return who && token({ side: sideOf(who), share: healthShare(who), glyph: who.glyph, number: one.people.length > 1 ? '' : who.number, dead: who.out === 'dead' }, size);
};

/** Its people's names stand out. */
function sentence({ people, words }) {
	const [name] = people;
	return people.length === 1 && words.startsWith(name) ? [el('b', {}, bdi(name)), words.slice(name.length)] : words;
}

function casualties() {
	const shares = Object.assign({}, ...told.xp.map((award) => award.shares));
	return el(
		'section.card.fates',
		{ 'data-key': 'fates', 'data-test': 'fates', 'aria-label': 'Casualties and survivors' },
		el('h2', {}, 'Casualties and survivors'),
		el(
			'ul',
			{},
			told.fates.map((one) =>
				el(
					'li',
					{ class: one.end ? 'out' : '', 'data-key': one.people[0] },
					face(one, 34),
					el('span', { dir: 'auto' }, sentence(one)),
					one.people.length === 1 && shares[one.people[0]] > 0 && el('strong', {}, `+${shares[one.people[0]].toLocaleString()} XP`),
				),
			),
		),
		told.xp.map((award) => el('p', { dir: 'auto', 'data-test': 'xp' }, award.words, ' ', cite('affray.xp'))),
		el('div.homes', {}, homes(table.view)),
	);
}

// --- who did what

const number = (value) => (value == null ? DASH : String(value));
/** The average of somebody's d20s to hit, and a bar with a mark at what is to be expected. */
const luck = (one, side) => (one ? [el('span', { title: `${several(one.dice, 'roll')}${one.word ? `, ${one.word}` : ''}` }, one.mean.toFixed(1)), el('span', { class: `dice-bar side-${side % 4}`, '--share': (one.mean - 1) / 19, 'aria-hidden': true }, el('i'))] : DASH);

const row = (one) =>
	el(
		'tr',
		{ 'data-key': one.name },
		el('th', { scope: 'row' }, el('span.doer', {}, face(one, 30), bdi(one.name))),
		el('td', {}, number(one.dealt)),
		el('td', {}, one.attacks ? `${one.hits} of ${one.attacks}` : DASH),
		el('td', {}, [one.felled || '', one.disabled].filter(Boolean).join(', ') || '0'),
		el('td', {}, number(one.taken)),
		el('td', {}, luck(one.luck, sideOf(person(one.people[0])))),
	);

const deeds = () => [
	el(
		'div.scroll',
		{ tabindex: 0, role: 'region', 'aria-label': 'Who did what' },
		el(
			'table',
			{ 'data-test': 'deeds' },
			el('thead', {}, el('tr', {}, ['Who did what', 'damage', 'hits', 'felled', 'taken', 'average d20'].map((words) => el('th', { scope: 'col' }, words)))),
			el('tbody', {}, told.deeds.map(row)),
		),
	),
];

/** The luck of the dice, and the best blow. */
const dice = () =>
	(told.luck || told.blow) &&
	el('section.card.the-dice', { 'data-key': 'dice', 'aria-label': 'The dice' }, told.luck && el('p.luck', { dir: 'auto', 'data-test': 'luck' }, told.luck), told.blow && el('p', { dir: 'auto', 'data-test': 'blow' }, el('b', {}, 'Best blow: '), told.blow));

// --- what next

/** Takes the same seat at the fight that goes on from this one. */
async function goOn() {
	const seat = await trying(() => call('POST', inFight('/follow')));
	if (seat) enter(seat.path, seat.token);
}

async function again(rules) {
	const made = await trying(() => call('POST', inFight('/again'), { rules }));
	if (made) enter(`/fight/${made.id}`, made.token);
}

/** A call with the rights of whoever started the table, which this browser has besides those of the seat. */
async function asOwner(method, path, body) {
	const key = tokenFor('/');
	const answer = await fetch(path, {
		method,
		headers: { ...(key && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	}).catch(() => null);
	if (answer?.ok) return true;
	tell((await answer?.json().catch(() => null))?.error || 'The table can’t be reached; try again in a moment.', true);
	return false;
}

/** To the page on which fights are built, with the party as this fight has left it: written home, or saved as a new one. */
async function next() {
	const home = table.view.homes[0];
	if (home) {
		if (!home.written?.holds && !(await trying(() => call('POST', inFight('/survivors'), { seen: table.view.n })))) return;
		return location.assign(`/build?party=${encodeURIComponent(home.name)}`);
	}
	const party = await trying(() => ask(inFight('/ending/party')));
	if (party && (await asOwner('POST', '/api/library/parties', { text: party.text }))) location.assign(`/build?party=${encodeURIComponent(party.name)}`);
}

async function survivors() {
	const party = await trying(() => ask(inFight('/ending/party')));
	if (!party) return;
	save(`${party.name}.yaml`, party.text, 'text/yaml');
	tell(`Saved as ${party.name}.yaml.`);
}

async function share(secrets) {
	const page = await trying(() => ask(inFight(`/ending/page${secrets ? '?secrets=true' : ''}`)));
	if (!page) return;
	const name = `${table.view.fight.title}${secrets ? ', for the referee' : ''}.html`.replace(/[/\\:*?"<>|]/g, ' ');
	save(name, page, 'text/html');
	tell(secrets ? 'Saved, with what players do not know.' : 'Saved: one file, with nothing that players do not know.');
}

async function notes() {
	const found = await trying(() => ask(inFight('/log?format=markdown')));
	if (found) save(`${table.view.fight.title}.md`.replace(/[/\\:*?"<>|]/g, ' '), found, 'text/markdown');
}

async function watchAgain() {
	const replay = await import('./replay.js').catch(() => null);
	if (replay) replay.open();
	else tell('The table can’t be reached; try again in a moment.', true);
}

const otherBooks = () =>
	el(
		'select',
		{ 'aria-label': 'The same fight under another book', 'data-test': 'other-book', onchange: (event) => event.target.value && again(event.target.value) },
		el('option', { value: '' }, 'Same under another book'),
		BOOKS.filter((book) => book !== table.view.fight.book).map((book) => el('option', { value: book }, capital(book))),
	);

const ways = () =>
	el(
		'footer.ways',
		{ 'data-key': 'ways' },
		table.view.next && el('button.main', { onclick: goOn, 'data-test': 'go-on' }, 'To the next fight'),
		referee() && [
			el(table.view.next ? 'button' : 'button.main', { onclick: () => again(null), 'data-test': 'rematch' }, glyph('redo'), 'Rematch'),
			otherBooks(),
			isOwner() ? el('button', { onclick: next, 'data-test': 'next-fight' }, 'Next fight with the survivors') : el('button', { onclick: survivors, 'data-test': 'survivors' }, 'Survivors as a party file'),
		],
		el('span.apart'),
		el('span.label', {}, 'Share'),
		el('button', { onclick: () => share(false), 'data-test': 'share' }, 'Web page'),
		referee() && el('button', { onclick: () => share(true), 'data-test': 'share-secrets' }, 'With secrets'),
		el('button', { onclick: notes, 'data-test': 'notes' }, 'Session notes'),
		el('button', { onclick: watchAgain, 'data-test': 'watch-again' }, 'Watch it again'),
	);

// --- all of it

function draw() {
	if (!told || !place) return;
	show(
		place,
		el(
			'div.left',
			{ 'data-key': 'left' },
			el(
				'div.told',
				{},
				el('h2.headline', { dir: 'auto', 'data-test': 'outcome' }, told.headline),
				el('p.summed', { dir: 'auto' }, told.summary),
				el('hr.double-rule'),
				el('ol.story', { 'data-test': 'story' }, told.story.map((line) => el('li', { 'data-key': String(line.round) }, el('b', { 'aria-label': `Round ${line.round}` }, String(line.round)), el('span', { dir: 'auto' }, line.words)))),
			),
			charts(),
			dice(),
		),
		el('div.right', { 'data-key': 'right' }, casualties(), el('section.card.deeds', { 'data-key': 'deeds' }, deeds())),
		ways(),
	);
}

async function fetched() {
	told = (await trying(() => ask(inFight('/ending')))) || told;
	return told;
}

/** The whole ending, in its place on the page. */
export async function summary(where) {
	place = where;
	dress();
	if (await fetched()) draw();
}

/** Who has done what so far, in a dialog. */
export async function open() {
	dress();
	if (await fetched()) dialog('Who did what', el('div.ending', {}, deeds(), dice()));
}

watch(() => table.view.fight.over && draw());
