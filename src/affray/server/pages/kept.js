// A party or a bestiary on a page of its own: who is in it, what has happened to it, and everything one does with it.
import { ask, call, trying } from './api.js';
import { bdi, capital, el, find, several, show, tell } from './dom.js';
import { save } from './files.js';

let place, shelf, one, ways, books, sure;

const path = (more = '') => `/api/library/${shelf}/${one.id}${more}`;
const when = (at) => new Date(at * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

export async function open(where, onto, id, go) {
	[place, shelf, ways, sure] = [where, onto, go, false];
	const found = await trying(() => Promise.all([ask(`/api/library/${onto}/${id}`), ask('/api/books')]));
	if (!found) return false;
	[one, books] = found;
	place.replaceChildren(); // nothing typed for another stays in a field
	draw();
	return true;
}

/** Does something to it; what has come of it is shown. */
async function act(method, more, body, said) {
	const found = await trying(() => call(method, path(more), { ...body, seen: one.n }));
	if (!found) return;
	one = found;
	sure = false;
	find('#kept-text', place).value = one.text;
	draw();
	tell(said);
}

async function drop() {
	if (!sure) {
		sure = true;
		return draw();
	}
	if ((await trying(() => call('DELETE', path(`?seen=${one.n}`)))) === null) return;
	tell(`${one.name} is deleted.`);
	ways.look();
}

const tallied = (member) => one.histories.find((history) => history.name === member.name);

function company() {
	const columns = ['who', 'how', 'fights', 'felled', 'close calls'];
	return el(
		'div.scroll',
		{ tabindex: 0, role: 'region', 'aria-label': 'Members' },
		el(
			'table',
			{ 'data-test': 'company' },
			el(
				'thead',
				{},
				el(
					'tr',
					{},
					columns.map((words) => el('th', { scope: 'col' }, words)),
				),
			),
			el(
				'tbody',
				{},
				(one.members || []).map((member) => {
					const told = tallied(member);
					return el(
						'tr',
						{ 'data-test': 'company-member', 'data-name': member.name },
						el('th', { scope: 'row' }, bdi(member.name)),
						[member.state, told?.fights, told?.kills, told?.close].map((cell) =>
							el('td', {}, cell == null ? '–' : String(cell)),
						),
					);
				}),
			),
		),
	);
}

const deed = (told) =>
	el(
		'li',
		{},
		el('strong', {}, bdi(told.title)),
		` (${told.book}): ${told.won ? 'won' : 'not won'} in ${several(told.rounds, 'round')}`,
		told.kills > 0 && `, felled ${told.kills}`,
		`, ${told.fate || `hp ${told.hp} of ${told.max_hp}`}`,
		told.close && ` · close call: ${told.close}`,
	);

const histories = () =>
	one.histories?.length > 0 && [
		el('h3', {}, 'History'),
		one.histories.map((history) =>
			el(
				'details',
				{ 'data-key': history.name, 'data-test': 'history', 'data-name': history.name },
				el(
					'summary',
					{},
					bdi(history.name),
					`: ${several(history.fights, 'fight')}, ${several(history.kills, 'kill')}, ${several(history.close, 'close call')}`,
				),
				el('ul', {}, history.deeds.map(deed)),
			),
		),
	];

const number = (name, label, given) =>
	el('label', {}, `${label} `, el('input', { name, type: 'number', min: 0, max: 10000, size: 5, ...given }));
const flag = (name, label) => el('label', {}, el('input', { type: 'checkbox', name }), ` ${label}`);

function resting() {
	const go = (event) => {
		event.preventDefault();
		const said = event.target.elements;
		act(
			'POST',
			'/rest',
			{
				rules: said.rules.value,
				days: Number(said.days.value),
				healed: Number(said.healed.value),
				remove_curse: Number(said.lifted.value),
				bed: said.bed.checked,
				sleepless: said.sleepless.checked,
				untended: said.untended.checked,
			},
			'They have rested.',
		);
	};
	return el(
		'details',
		{ 'data-key': 'rest', 'data-test': 'resting' },
		el('summary', {}, 'Rest'),
		el(
			'form.row',
			{ onsubmit: go },
			el(
				'label',
				{},
				'By ',
				el(
					'select',
					{ name: 'rules', 'data-test': 'rest-book' },
					books.map((book) => el('option', { value: book.name, selected: book.name === 'vanguard' }, book.name)),
				),
			),
			number('days', 'Days', { value: 1, 'data-test': 'rest-days' }),
			number('healed', 'Healed by magic', { value: 0 }),
			number('lifted', 'Curses removed', { value: 0 }),
			flag('bed', 'in bed'),
			flag('sleepless', 'without sleep'),
			flag('untended', 'untended'),
			el('button', { 'data-test': 'rest' }, 'Rest'),
		),
		one.rested?.map((who) =>
			el('p.small', {}, bdi(who.name), `: ${who.state}`, who.said.length > 0 && ` · ${who.said.join(' · ')}`),
		),
	);
}

const change = (told) =>
	el(
		'li',
		{ 'data-key': String(told.n), 'data-test': 'change' },
		el('span', {}, `${told.n}. ${capital(told.what)}`, told.why && [': ', bdi(told.why)], ' '),
		el('small', {}, when(told.at)),
		told.n < one.n &&
			el(
				'button.quiet',
				{
					onclick: () => act('POST', '/back', { to: told.n }, `Restored version ${told.n}.`),
					'data-test': 'back-to-change',
					'aria-label': `Restore version ${told.n}`,
				},
				'Restore this version',
			),
	);

function writing() {
	const area = el('textarea', {
		id: 'kept-text',
		rows: 16,
		spellcheck: false,
		value: one.text,
		'data-test': 'kept-text',
	});
	return el(
		'details',
		{ 'data-key': 'text', 'data-test': 'as-file' },
		el('summary', {}, 'As text'),
		el('label', { for: 'kept-text' }, 'The file as YAML'),
		area,
		el(
			'button',
			{
				onclick: () => act('PUT', '', { text: find('#kept-text', place).value }, 'Saved.'),
				'data-test': 'keep-text',
			},
			'Save',
		),
	);
}

function naming() {
	const go = (event) => {
		event.preventDefault();
		act('POST', '/name', { name: event.target.elements.name.value }, 'Renamed.');
	};
	return el(
		'form.inline',
		{ onsubmit: go, 'data-key': `name ${one.name}` },
		el(
			'label',
			{},
			'Name ',
			el('input', { name: 'name', value: one.name, required: true, maxlength: 120, dir: 'auto', 'data-test': 'kept-name' }),
		),
		el('button', { 'data-test': 'rename' }, 'Rename'),
		el(
			'button',
			{
				type: 'button',
				onclick: () => save(`${one.name}.yaml`, one.text, 'text/yaml'),
				'data-test': 'download',
			},
			'Save as a file',
		),
		el(
			'button',
			{ type: 'button', onclick: drop, 'data-test': 'drop' },
			sure ? 'Delete for good' : 'Delete',
		),
	);
}

const creatures = () =>
	el(
		'ul',
		{ 'data-test': 'creatures' },
		Object.entries(one.entries).map(([name, entry]) =>
			el(
				'li',
				{},
				el('strong', {}, bdi(name)),
				' ',
				el('small', {}, `AC ${entry.ac ?? '–'}, HD ${entry.hd ?? '–'}, ${entry.attacks ?? ''}`),
			),
		),
	);

function draw() {
	show(
		place,
		el(
			'section.card',
			{ 'data-key': 'who', 'aria-label': one.name },
			el('h2', { tabindex: -1, 'data-home': true }, bdi(one.name)),
			one.trouble && el('p.wrong', {}, one.trouble),
			shelf === 'parties' ? [company(), histories(), resting()] : one.entries && creatures(),
			naming(),
			writing(),
		),
		el(
			'section.card',
			{ 'data-key': 'changes', 'aria-label': 'Changes' },
			el('h2', {}, 'Changes'),
			el('ol.changes', { 'data-test': 'changes' }, [...one.changes].reverse().map(change)),
		),
	);
}
