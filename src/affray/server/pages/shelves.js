// The library on the home page: the parties and bestiaries there are, and new ones.
import { ask, call, trying } from './api.js';
import { bdi, el, find, several, show } from './dom.js';

export const EMPTY = {
	parties:
		'party: A new party\nmembers:\n  - name: Anna\n    class: fighter\n    level: 1\n    gear: [chain mail, shield, sword]\n',
	bestiaries: 'bestiary: A new bestiary\ncreatures: {}\n',
};

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

const words = {
	parties: (one) => one.members?.map((member) => member.name).join(', '),
	bestiaries: (one) => one.creatures && several(one.creatures.length, 'creature'),
};

const row = (shelf, one, { look }) =>
	el(
		'li',
		{ 'data-key': one.id, 'data-test': 'kept-row', 'data-name': one.name },
		el('span', {}, el('strong', {}, bdi(one.name)), ' ', el('small', {}, one.trouble || words[shelf](one))),
		el(
			'span.inline',
			{},
			shelf === 'parties' &&
				!one.trouble &&
				el(
					'button',
					{
						onclick: () => location.assign(`/build?party=${encodeURIComponent(one.name)}`),
						'data-test': 'fight-of',
						'aria-label': `Set up a fight of ${one.name}`,
					},
					'A fight',
				),
			el(
				'button',
				{ onclick: () => look(shelf, one.id), 'data-test': 'look', 'aria-label': `Look at ${one.name}` },
				'Look',
			),
		),
	);

export async function drawShelves(ways) {
	for (const shelf of ['parties', 'bestiaries']) {
		const found = await trying(() => ask(`/api/library/${shelf}`));
		if (!found) return;
		const none = shelf === 'parties' ? 'No parties yet.' : 'No bestiaries yet.';
		show(find(`#${shelf}`), found.length ? found.map((one) => row(shelf, one, ways)) : el('li', {}, none));
	}
}
