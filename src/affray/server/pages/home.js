// Home: what to resume, ready fights, building one, joining, the books and the library.
import { ask, call, trying } from './api.js';
import { el, find, show } from './dom.js';
import { glyph } from './drawings.js';
import { books, chooseFrom } from './books.js';
import { entrance } from './entrance.js';
import { doors } from './opening.js';
import { everyReady, ready } from './ready.js';
import { fights, go } from './running.js';
import { enter, isOwner } from './seat.js';
import { drawShelves, make } from './shelves.js';

const HOW = [
	['people', 'It asks.', 'One question at a time, of whoever is to answer it.'],
	['d20', 'You answer and roll,', 'with your own dice or with its dice.'],
	['undo', 'It does the book-keeping,', 'says why, and undoes anything.'],
];
const page = { fights: [], examples: [], books: [], draw, show: open };

/** To the page on which fights are built, with a file. */
async function edit(text, name) {
	const { handOver } = await import('./draft.js');
	handOver(name, text);
}

async function load() {
	const paths = ['/api/table', '/api/examples', '/api/books', '/api/house', '/api/library/parties', '/api/library/bestiaries'];
	const loaded = await trying(() => Promise.all(paths.map((path) => ask(path))));
	if (!loaded) return false;
	const [home, examples, all, house, parties, bestiaries] = loaded;
	Object.assign(page, { fights: home.fights, version: home.version, examples, books: all, house, parties, bestiaries });
	chooseFrom(all);
	return true;
}

/** Everything anew: what is on the table, and whoever can reach it. */
async function draw() {
	if (!(await load())) return;
	const first = !page.fights.length;
	find('#how').hidden = !first;
	show(find('#how ol'), HOW.map(([mark, strong, rest]) => el('li', {}, glyph(mark), el('span', {}, el('b', {}, strong), ` ${rest}`))));
	show(find('#books'), books(page, redraw));
	show(find('#ready'), ready(page, redraw));
	fights(find('#fights'), page);
	drawShelves(find('#library'), page);
	show(find('#files'), files());
	entrance(find('#join'), page);
	await doors(find('.doors'), page);
}

/** What depends on the chosen book, or on what is unfolded. */
function redraw() {
	show(find('#books'), books(page, redraw));
	show(find('#ready'), ready(page, redraw));
}

const file = (words, accept, test, act) =>
	el('label.button.bare', {}, words, el('input.hide', { type: 'file', accept, 'data-test': test, onchange: (event) => taken(event.target, act) }));

async function taken(field, act) {
	const [one] = field.files;
	if (one) await act(await one.text(), one.name);
	field.value = '';
}

async function bringIn(journal) {
	const made = await trying(() => call('POST', '/api/import', { journal }));
	if (made) enter(`/fight/${made.id}`, made.token);
}

const files = () => [
	file('Open a scenario file', '.yaml,.yml', 'open-scenario', edit),
	file('Import a saved fight', '.fight,.txt,.jsonl', 'import', bringIn),
	file('Open a party file', '.yaml,.yml', 'open-party', (text) => make('parties', text, open)),
	file('Open a bestiary file', '.yaml,.yml', 'open-bestiary', (text) => make('bestiaries', text, open)),
	el('a', { href: '/api' }, 'For programs: the API'),
	el('span', {}, `Affray ${page.version}`),
];

/** Between home, and a party or bestiary. */
function turn(away) {
	for (const part of ['.col', '.beside']) find(part).hidden = away;
	find('#kept').hidden = !away;
	find('#back').hidden = !away;
	find('#tour').hidden = away;
	scrollTo(0, 0);
}

/** A party or a bestiary on a page of its own; without one, back home. */
async function open(shelf, id) {
	if (!id) return home();
	const { dress } = await import('./dialog.js');
	dress();
	dress('kept');
	const kept = await import('./kept.js');
	if (!(await kept.open(find('#kept'), shelf, id, { look: open }))) return;
	turn(true);
	find('#kept').focus({ preventScroll: true });
}

function home() {
	turn(false);
	find('[data-test=look]')?.focus({ preventScroll: true });
	draw();
}

find('#back').onclick = home;
find('#tour').onclick = async () => (await import('./tour.js')).tour(() => go(everyReady(page)[0]));

if (isOwner()) draw();
else location.replace('/join'); // a guest
