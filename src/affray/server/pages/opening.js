// The three ways in: what was left off, a ready fight, and one of one's own. The first shows how things stand on the map.
import { ask, call, trying } from './api.js';
import { bdi, capital, el, find, show } from './dom.js';
import { count } from './numbers.js';
import { everyReady, ready, unfold } from './ready.js';
import { books, chosenBook } from './books.js';
import { go, sit } from './running.js';
import { miniature } from './miniature.js';

const door = (label, title, words, button, map) =>
	el('div.door.resume.leaf.side-0', { 'data-test': 'resume', 'data-key': 'resume' }, el('div', {}, el('p.label', {}, label), el('h3', {}, bdi(title)), el('p', {}, words), button), el('div.miniature', {}, map));

const small = (title, words, button) => el('div.door.small-door.leaf', { 'data-key': title }, el('div', {}, el('h3', {}, title), el('p', {}, words)), button);

const others = (page) => [
	small('Play a ready fight', `${capital(count(page.examples.length))} to choose from. You are rolling dice in half a minute.`, el('button', { type: 'button', 'data-test': 'choose', onclick: () => choose(page) }, 'Choose one')),
	small('Build my own', 'Type names, paste stat blocks, see how deadly it is.', el('a.button', { href: '/build', 'data-test': 'new' }, 'Start building')),
];

function choose(page) {
	const redraw = () => {
		show(find('#books'), books(page, redraw));
		show(find('#ready'), ready(page, redraw));
	};
	unfold(redraw);
}

/** The round and its step, and who is asked. */
function standing({ round, step, asks }) {
	const when = round ? `Round ${round}${step ? `, ${step.toLowerCase()}` : ''}.` : 'It has not begun yet.';
	return asks ? [`${when} `, bdi(asks.who), ' is to answer.'] : [when];
}

async function leftOff(fight) {
	const found = await trying(() => ask(`/api/fights/${fight.id}/glance`));
	if (!found) return null;
	const button = el('button.main', { type: 'button', onclick: () => sit(fight), 'data-test': 'resume-it' }, 'Resume');
	return door('Where you left off', fight.title, standing(found), button, await miniature(found.ground, found.people, found.sides, found.asks?.who));
}

/** Before the first fight: the one to begin with, its people facing each other. */
async function toBegin(page) {
	const [one] = everyReady(page);
	if (!one) return null;
	const found = await trying(() => call('POST', '/api/check', { scenario: one.text }));
	const sides = found?.sides || [];
	const people = sides.flatMap((side) => side.members.flatMap((member) => member.people.map((name) => ({ name, side: side.name, glyph: member.glyph, up: true, health: 'fresh' }))));
	const ground = { scene: one.scene, seed: 7, square: 5, apart: 20, contact: true, known: false, cover: [], fires: [], light: '', rough: false, width: 0 };
	const button = el('button.main', { type: 'button', onclick: () => go(one, chosenBook()), 'data-test': 'play-first' }, 'Play it now');
	return door('Ready for you', one.title, `${sides.map((side) => side.people.length).join(' against ')}, and ten minutes. Anything you do can be undone.`, button, await miniature(ground, people, sides.map((side) => side.name)));
}

export async function doors(place, page) {
	if (!place.firstChild) show(place, el('div.door.resume.leaf', { 'data-key': 'resume', 'aria-busy': 'true' }), others(page));
	const last = page.fights.find((one) => !one.over && !one.trouble);
	show(place, (last && (await leftOff(last))) || (await toBegin(page)), others(page));
}
