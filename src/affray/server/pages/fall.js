// What a player sees whose people have all fallen.
import { sentence } from './board.js';
import { dress } from './dialog.js';
import { bdi, capital, cite, el } from './dom.js';
import { glyph } from './drawings.js';
import { WEIGHT, ends, standing, victim } from './just.js';

const OUT = { dead: 'You fall', petrified: 'You are turned to stone', fled: 'You have fled', surrendered: 'You have surrendered' };

/** The words for a player none of whose people can act any more: what befell them, once and large. */
export function fall(view) {
	const who = view.people.find((one) => one.yours);
	const last = standing().findLast?.((item) => WEIGHT[item.kind] >= 6 && victim(item) === who.name);
	return el(
		'div.fall',
		{ 'data-test': 'fall' },
		glyph('skull'),
		el('h2', { tabindex: -1, 'data-home': true }, `${OUT[who.out] || 'You are down'}, `, bdi(who.name), '.'),
		last && el('p', {}, sentence(ends(capital(last.words))), ' ', cite(last.clause)),
		el('p.sub', {}, 'The fight goes on; you see here all that happens.'),
	);
}

dress();
