// Ready fights as pictures to press: one click and it is played, another to change it first.
import { bdi, capital, el } from './dom.js';
import { chosenBook } from './books.js';
import { count } from './numbers.js';
import { go } from './running.js';

const BEST = ['orcs', 'crypt', 'dragon', 'ship', 'crossroads', 'ambush', 'sunken', 'king', 'brawl', 'duel']; // shown in this order
const FEW = 4;
const PICTURES = { duel: 'duel', brawl: 'brawl', king: 'throne' }; // of those that their scenery does not tell apart
const SCENES = { open: 'field', 'under water': 'flooded', road: 'crossroads', forest: 'forest' };
let unfolded = false;

/** All ready fights: the easiest to begin with, then one's own, then the others. */
export function everyReady({ examples }) {
	const own = examples.filter((one) => one.kept);
	const rest = examples.filter((one) => !one.kept).sort((a, b) => place(a) - place(b));
	return [...rest.slice(0, 1), ...own, ...rest.slice(1)];
}

const place = (one) => (BEST.includes(one.name) ? BEST.indexOf(one.name) : BEST.length);

/** The drawing of a place. */
export const picture = (scene, name = '') =>
	el('svg.picture', { viewBox: '0 0 240 84', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': true }, el('use', { href: `/pages/places.svg#${PICTURES[name] || SCENES[scene] || scene || 'field'}`, width: 240, height: 84 }));

const firstSentence = (about) => /^.*?[.:](?=\s|$)/.exec(about)?.[0].replace(/:$/, '.') || about;

const card = (one) =>
	el(
		'li.ready',
		{ 'data-key': one.name, 'data-test': 'example', 'data-name': one.name },
		el(
			'button.leaf.take',
			{ type: 'button', onclick: () => go(one, chosenBook()), disabled: Boolean(one.trouble), 'data-test': 'play', 'aria-label': `Play: ${one.title}`, title: `Play it by ${capital(chosenBook())}` },
			picture(one.scene, one.kept ? '' : one.name),
			el('span.words', {}, el('b', {}, bdi(one.title)), el('small', {}, one.trouble ? 'There is a mistake in it: open it to mend it.' : firstSentence(one.about) || one.who)),
			el('span.go', { 'aria-hidden': true }, 'Play'),
		),
		el('a.change', { href: `/build?from=${encodeURIComponent(one.name)}`, 'data-test': 'edit', 'aria-label': `Change: ${one.title}`, title: 'Change it first' }, 'Change'),
	);

export function ready(page, redraw) {
	const all = everyReady(page);
	const shown = unfolded ? all : all.slice(0, FEW);
	const fold = () => {
		unfolded = !unfolded;
		redraw();
	};
	return [
		el(
			'div.heading',
			{},
			el('h2', { id: 'ready-title', tabindex: -1 }, 'Ready fights'),
			all.length > FEW && el('button.link', { type: 'button', onclick: fold, 'aria-expanded': String(unfolded), 'data-test': 'all-ready' }, unfolded ? 'Fewer' : `All ${count(all.length)}`),
		),
		el('ul.ready-list', { 'data-test': 'examples' }, shown.map(card)),
	];
}

/** Shows all of them, and goes there. */
export function unfold(redraw) {
	unfolded = true;
	redraw();
	const title = document.querySelector('#ready-title');
	title.scrollIntoView({ block: 'start' });
	title.focus({ preventScroll: true });
}
