// The library on the home page: parties and bestiaries to open and to begin, and the house rules there are.
import { ask, call, trying } from './api.js';
import { bdi, el, several, show } from './dom.js';
import { token } from './drawings.js';

export const EMPTY = {
	parties:
		'party: A new party\nmembers:\n  - name: Anna\n    class: fighter\n    level: 1\n    gear: [chain mail, shield, sword]\n',
	bestiaries: 'bestiary: A new bestiary\ncreatures: {}\n',
};
const MOST_TOKENS = 3;
const CLASSES = { cleric: 'mace', thief: 'bow', 'magic-user': 'staff', mage: 'staff', elf: 'bow', halfling: 'bow', dwarf: 'axe' };

/** A name that no other of the shelf has. */
function named(text, taken) {
	for (let n = 2; ; n++) {
		const name = /^(?:party|bestiary):\s*(.*)$/m.exec(text)?.[1] || '';
		if (!taken.has(name.toLowerCase())) return text;
		text = text.replace(name, `${name.replace(/ \d+$/, '')} ${n}`);
	}
}

export async function make(shelf, text, look) {
	const there = await trying(() => ask(`/api/library/${shelf}`));
	if (!there) return;
	const fresh = text === EMPTY[shelf] ? named(text, new Set(there.map((one) => one.name.toLowerCase()))) : text;
	const made = await trying(() => call('POST', `/api/library/${shelf}`, { text: fresh }));
	if (made) look(shelf, made.id);
}

/** Level 3; levels 1 to 4. */
function levels(members) {
	const all = members.map(({ keys }) => Number(keys?.level)).filter(Boolean);
	const [least, most] = [Math.min(...all), Math.max(...all)];
	return !all.length ? '' : least === most ? `level ${least}` : `levels ${least} to ${most}`;
}

const words = {
	parties: (one) => [levels(one.members || []), one.members?.map((member) => member.name).join(', ')].filter(Boolean).join(' · '),
	bestiaries: (one) => one.creatures && several(one.creatures.length, 'creature'),
};
const glyphs = {
	parties: (one) => (one.members || []).map(({ keys }) => CLASSES[keys?.class] || 'sword'),
	bestiaries: (one) => (one.creatures?.length ? ['fang', 'skull'] : ['fang']),
};

const stack = (side, all) => el('span.stack', { 'aria-hidden': true }, all.slice(0, MOST_TOKENS).map((glyph) => token({ side, glyph }, 30)));

const row = (shelf, one, look) =>
	el(
		'li',
		{ 'data-key': one.id, 'data-test': 'kept-row', 'data-name': one.name },
		stack(shelf === 'parties' ? 0 : 1, glyphs[shelf](one)),
		el('span', {}, el('b', {}, bdi(one.name)), el('small', { class: one.trouble ? 'wrong' : null }, one.trouble || words[shelf](one))),
		el(
			'span.tools',
			{},
			shelf === 'parties' && !one.trouble && el('a.button.bare', { href: `/build?party=${encodeURIComponent(one.name)}`, 'data-test': 'fight-of', 'aria-label': `Build a fight for ${one.name}` }, 'Fight'),
			el('button.bare', { type: 'button', onclick: () => look(shelf, one.id), 'data-test': 'look', 'aria-label': `Open ${one.name}` }, 'Open'),
		),
	);

const fresh = (one, shelf, look) => el('button.bare', { type: 'button', onclick: () => make(shelf, EMPTY[shelf], look), 'data-test': `new-${one}` }, `New ${one}`);

export function drawShelves(place, page) {
	const { parties, bestiaries, house, show: look } = page;
	const none = !parties.length && !bestiaries.length;
	show(
		place,
		el('h2', { id: 'library-title' }, 'Library'),
		none && el('p.small', { 'data-key': 'none' }, 'Parties that go from fight to fight, and creatures of your own.'),
		el('ul', { id: 'parties', 'data-key': 'parties', 'data-test': 'parties' }, parties.map((one) => row('parties', one, look))),
		el('ul', { id: 'bestiaries', 'data-key': 'bestiaries', 'data-test': 'bestiaries' }, bestiaries.map((one) => row('bestiaries', one, look))),
		el('p.inline', { 'data-key': 'new' }, fresh('party', 'parties', look), fresh('bestiary', 'bestiaries', look)),
		el('p.small', { 'data-key': 'house' }, `${several(house.length, 'house rule')} come with Affray; you choose them while building a fight.`),
	);
}
