// Building a fight: search, sides, ground, rules and how it would go, kept as a draft and checked after each change.
import { ask, call, trying } from './api.js';
import { deciding, usualFor, usualForReferee } from './deciding.js';
import { dialog } from './dialog.js';
import { all, el, find, several, show, tell } from './dom.js';
import { glyph } from './drawings.js';
import { begin, canUndo, changed, draft, forget, hide, isHidden, listen, noted, typed, undo } from './draft.js';
import { mistake, refresh } from './fields.js';
import { save } from './files.js';
import { ground } from './ground.js';
import { lineUp } from './lineup.js';
import { sides } from './members.js';
import { rules } from './options.js';
import { cancel, follow, outlook } from './outlook.js';
import { party } from './party.js';
import { forget as forgetPaste, paste } from './paste.js';
import { search } from './search.js';
import { enter, isOwner } from './seat.js';

const WAIT = 350; // ms after the last change
const FRESH = 'title: A fight of my own\ndistance: 60\nsides:\n  party:\n    players: true\n    members:\n      - Anna: {class: fighter, level: 1, gear: [chain mail, shield, sword]}\n  foes:\n    members:\n      - 3 orc\n';
const page = { books: [], house: [], parties: [], shelves: [], creatures: [], of: '', checked: null, stale: false, mistakes: [], asText: false, pasting: false, redraw: draw, changed, party: withParty };
let timer;
let asked = 0;

// --- what there is

async function start() {
	const said = new URLSearchParams(location.search);
	const loaded = await trying(() => Promise.all(['/api/books', '/api/house', '/api/library/parties', '/api/library/bestiaries', ...(said.has('from') ? ['/api/examples'] : [])].map(ask)));
	if (!loaded) return;
	[page.books, page.house, page.parties, page.shelves] = loaded;
	const text = textFor(said, loaded[4]);
	if (text == null) return tell(`There is no fight of the name ${said.get('from')}.`, true);
	const restored = begin(text);
	draft.form?.sides.forEach((side) => (draft.people[side.name] ||= usualFor(side.own.players)));
	listen(heard);
	forgetPaste();
	await shelvesIn();
	heard();
	if (restored) tell('Your draft is as you left it.');
}

function textFor(said, examples) {
	if (said.has('from')) return examples.find((one) => one.name === said.get('from'))?.text;
	if (said.has('party')) return `title: ${JSON.stringify(`A fight of ${said.get('party')}`)}\ndistance: 60\nsides:\n  party:\n    players: true\n    party: ${JSON.stringify(said.get('party'))}\n  foes:\n    members:\n      - 3 orc\n`;
	return FRESH;
}

const book = () => page.books.find((one) => one.name === draft.form?.rest.rules) || page.books[0];

/** The creatures of the bestiaries, with what their entries say. */
async function shelvesIn() {
	const full = page.shelves.filter((one) => one.creatures?.length);
	const found = await Promise.all(full.map((one) => trying(() => ask(`/api/library/bestiaries/${one.id}`))));
	page.own = found.filter(Boolean).flatMap((one) => Object.entries(one.entries || {}).map(([name, entry]) => entryCard(name, entry, one.name)));
}

const entryCard = (name, entry, from) => ({ name, what: 'monster', from, entry, ac: entry?.ac, hd: entry?.hd, attacks: [entry?.attacks].flat().filter(Boolean), glyph: 'fang' });

/** The book's creatures, once for each book; those of this fight and of the bestiaries come first. */
async function creatures() {
	const { name } = book();
	if (page.of !== name) {
		page.of = name;
		page.ofBook = (await trying(() => ask(`/api/books/${name}/creatures`))) || [];
	}
	const here = draft.form?.rest.creatures;
	const ours = here && typeof here === 'object' && !Array.isArray(here) ? Object.entries(here).map(([kind, entry]) => entryCard(kind, entry, 'of this fight')) : [];
	const named = new Set(ours.map((one) => one.name));
	page.creatures = [...ours, ...page.own.filter((one) => !named.has(one.name)), ...page.ofBook];
}

// --- after each change

function heard() {
	draw();
	clearTimeout(timer);
	timer = setTimeout(check, WAIT);
}

async function check() {
	const mine = ++asked;
	const { text, form } = draft;
	await creatures();
	const found = await trying(() => call('POST', '/api/check', { scenario: text }));
	if (!found || mine !== asked || text !== draft.text) return;
	page.mistakes = found.mistakes;
	if (!found.mistakes.length) page.checked = found;
	draw();
	if (found.mistakes.length || !form) cancel();
	else follow(text, form, found.sides.map((side) => side.members.slice(side.carried)), draw);
}

/** Creatures were pasted; those that are to be hidden are. */
function pasted(kinds) {
	for (const side of draft.form.sides) for (const one of side.members) if (kinds.includes(one.monster)) hide(one, true);
	changed();
}

async function withParty(what, side) {
	await party(what, side, page.parties, changed);
	page.parties = (await trying(() => ask('/api/library/parties'))) || page.parties;
	draw();
}

// --- starting it

/** The names of those who are hidden at first. */
const hiddenNames = () =>
	draft.form?.sides.flatMap((side, n) => {
		const shown = page.checked?.sides[n];
		return side.members.flatMap((one, at) => (isHidden(one) ? shown?.members[shown.carried + at]?.people || [] : []));
	}) || [];

/** Who decides, for the sides there are: one may have been renamed or removed since. */
function decided() {
	if (!draft.form) return {};
	const named = draft.form.sides.map((side) => [side.name, draft.people[side.name] || usualFor(side.own.players)]);
	return { ...Object.fromEntries(named), referee: draft.people.referee || usualForReferee() };
}

async function fight(people) {
	const made = await trying(() =>
		call('POST', '/api/fights', { scenario: draft.text, seed: draft.seed === '' ? null : Number(draft.seed), people, hidden: hiddenNames() }),
	);
	if (made) enter(`/fight/${made.id}`, made.token);
}

const nameOfFile = () =>
	String(draft.form?.rest.title || 'mine')
		.toLowerCase()
		.replace(/[^\p{L}\d]+/gu, '-')
		.replace(/^-|-$/g, '') || 'mine';

async function keep() {
	const name = nameOfFile();
	if ((await trying(() => call('PUT', `/api/scenarios/${encodeURIComponent(name)}`, { text: draft.text }))) != null) tell('Saved among the ready fights.');
}

async function sheet() {
	const made = await trying(() => call('POST', '/api/sheet', { scenario: draft.text }));
	if (made) save(`${nameOfFile()}.html`, made, 'text/html');
}

// --- what is seen of it

function bar() {
	const { form } = draft;
	const title = form?.rest.title ?? '';
	return [
		el('a.crest', { href: '/', 'aria-label': 'Home', title: 'Home', 'data-test': 'home' }, el('img', { src: '/pages/icon.svg', alt: '', width: 30, height: 30 })),
		el('h1.hide', {}, 'Build a fight'),
		form && el('input.title', { 'data-key': 'title', value: title, 'data-now': title, 'aria-label': 'Title', 'data-field': 'title', autocomplete: 'off', dir: 'auto', oninput: (event) => { form.rest.title = event.target.value; changed(); } }),
		el('span.draft-state', { 'data-key': 'saved', role: 'status', 'data-test': 'draft' }, draft.saved && [glyph('tick'), ' Draft saved']),
		el(
			'nav',
			{ 'aria-label': 'Draft', 'data-key': 'nav' },
			el('button.bare', { type: 'button', onclick: undo, disabled: !canUndo(), 'data-test': 'undo-draft' }, glyph('undo'), ' Undo'),
			draft.saved && el('button.bare', { 'data-key': 'afresh', type: 'button', onclick: afresh, 'data-test': 'afresh' }, 'Start afresh'),
			el('button.bare', { 'data-key': 'as', type: 'button', 'aria-pressed': String(page.asText), onclick: () => asText(!page.asText), 'data-test': page.asText ? 'as-form' : 'as-text' }, page.asText ? 'As a form' : 'As text'),
			el('button.icon', { 'data-key': 'theme', type: 'button', 'data-theme-switch': true, 'data-test': 'theme', 'aria-label': 'Light or dark', title: 'Light or dark' }, glyph('half')),
		),
	];
}

function afresh() {
	forget();
	location.reload();
}

function asText(on, place) {
	page.asText = on;
	draw();
	if (on) find('#text').focus();
	if (place) find('#text').setSelectionRange(place, place + 1);
}

/** Mistakes that no field shows, each with its line. */
function mistakes() {
	const { form } = draft;
	const shown = (one) => form && !page.asText && ((one.path[0] === 'sides' && form.sides.some((side) => side.name === one.path[1])) || ['options', 'house rules'].includes(one.path[0]));
	const others = page.mistakes.filter((one) => !shown(one));
	if (!form && !page.asText) return el('p.leaf', {}, `The form can’t show this file (${draft.why}). `, el('button', { type: 'button', onclick: () => asText(true) }, 'Edit it as text'));
	return others.length > 0 && el('ul.leaf', {}, others.map((one) => el('li', {}, el('button.quiet', { type: 'button', onclick: () => asText(true, placeOf(one)) }, `Line ${one.line}`), ' ', mistake(one))));
}

const placeOf = ({ line, column }) =>
	draft.text
		.split('\n')
		.slice(0, line - 1)
		.reduce((sum, each) => sum + each.length + 1, 0) +
	(column || 1) -
	1;

const editor = () => [
	el('label', { for: 'text' }, 'The scenario as YAML'),
	el('textarea', { id: 'text', rows: 28, spellcheck: false, value: draft.text, 'data-now': draft.text, 'data-test': 'scenario-text', oninput: (event) => typed(event.target.value) }),
];

function finding() {
	return [
		search(draft.form, page.creatures, draw, changed),
		el('button', { 'data-key': 'paste', type: 'button', 'aria-expanded': String(page.pasting), onclick: () => { page.pasting = !page.pasting; draw(); if (page.pasting) find('#pasted').focus(); }, 'data-test': 'paste' }, 'Paste stat blocks'),
	];
}

const more = () => [
	el('details', { 'data-key': 'decides', 'data-test': 'deciding' }, el('summary', {}, 'Who decides what'), draft.form && el('div.decides', {}, deciding(draft.people, draft.form.sides, noted))),
	el(
		'details',
		{ 'data-key': 'seed' },
		el('summary', {}, 'Random seed'),
		el('label.field', {}, el('span', {}, 'Seed'), el('input', { inputmode: 'numeric', pattern: '\\d*', size: 12, placeholder: 'random', value: draft.seed, 'data-now': draft.seed, 'data-field': 'seed', oninput: (event) => { draft.seed = event.target.value.replace(/\D/g, ''); noted(); } })),
	),
];

function go() {
	const wrong = page.mistakes.length;
	const sizes = page.checked?.sides.map((side) => side.people.length) || [];
	const state = wrong ? `${several(wrong, 'mistake')} to mend` : page.checked ? `${sizes.join(' against ')} · everything is in order` : 'Checking …';
	const watching = () => fight(Object.fromEntries(draft.form.sides.map((side) => [side.name, usualFor(false)])));
	return [
		el('button.main', { type: 'button', onclick: () => fight(decided()), disabled: wrong > 0, 'data-test': 'start' }, 'Start the fight'),
		draft.form && el('button', { 'data-key': 'watch', type: 'button', onclick: watching, disabled: wrong > 0, 'data-test': 'watch' }, 'Watch one play out'),
		el('span.state', { 'data-key': 'state', role: 'status', 'data-test': 'state', class: wrong ? 'state wrong' : 'state' }, state),
		el('button', { 'data-key': 'keep', type: 'button', onclick: keep, 'data-test': 'keep-scenario' }, 'Save as a ready fight'),
		el('button', { 'data-key': 'file', type: 'button', onclick: () => save(`${nameOfFile()}.yaml`, draft.text, 'text/yaml'), 'data-test': 'save-scenario' }, 'Save as a file'),
		el('button', { 'data-key': 'sheet', type: 'button', onclick: sheet, disabled: wrong > 0, 'data-test': 'sheet' }, 'Sheet to print'),
	];
}

/** The picture of the start stays the same elements until the fight is another. */
async function drawStart() {
	const parts = await lineUp(page.checked);
	const place = find('#start');
	if (parts[0] !== place.firstChild) place.replaceChildren(...parts);
}

/** Everything; what has not changed stays, and keeps the focus. */
function draw() {
	const { form } = draft;
	page.book = book();
	show(find('#bar'), bar());
	show(find('#mistakes'), mistakes());
	find('#as-text').hidden = !page.asText;
	show(find('#as-text'), page.asText && editor());
	for (const part of ['#find', '#columns', '#place']) find(part).hidden = page.asText || !form;
	find('#pasting').hidden = page.asText || !page.pasting;
	if (form) {
		show(find('#find'), finding());
		show(find('#pasting'), page.pasting && paste(form, pasted));
		const cards = sides(form, page);
		show(find('#sides'), cards.filter((_, n) => n % 2 === 0));
		show(find('#others'), cards.filter((_, n) => n % 2));
		drawStart();
		show(find('#rules'), rules(form, page));
		show(find('#more'), more());
		show(find('#place'), ground(form, page.book, changed));
		show(find('#outlook'), outlook(form, changed, page.mistakes.length > 0));
	}
	show(find('#go'), go());
	for (const one of all('main, #go, #bar')) refresh(one);
}

if (isOwner()) start();
else dialog('Build a fight', el('p', {}, 'This page needs the link that the table printed when it was started. Open that link, then come back.'));
