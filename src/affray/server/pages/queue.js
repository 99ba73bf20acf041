// The order of turns as tokens in a row, for those who wait.
import { bdi, el } from './dom.js';
import { tokenOf } from './cards.js';
import { person } from './table.js';

const QUEUE = 4; // tokens in a row
const GROUPS = ['Acts now', 'Next', 'Later']; // the first words of their names

/** Who acts now and who after them, as far as oneself or a few. */
export function queue(view) {
	const names = view.turns.filter((group) => GROUPS.some((name) => group.name.startsWith(name))).flatMap((group) => group.who);
	const shown = names.slice(0, QUEUE).map(person).filter(Boolean);
	if (shown.length < 2) return null;
	return el(
		'ol.queue',
		{ 'aria-label': 'Order of turns' },
		shown.map((who, n) => el('li', { class: who.yours ? 'you' : '', 'data-key': who.name }, tokenOf(who, who.yours ? 48 : 42), el('span', {}, who.yours ? 'You' : bdi(who.name), n === 0 && ', now'))),
	);
}
