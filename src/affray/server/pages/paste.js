// Stat blocks as people have them: pasted, read while one types, every field beside the text it comes from, mended, added.
import { ask, call, trying } from './api.js';
import { bdi, capital, el, find, several, show, tell } from './dom.js';
import { unpairs, whole } from './yaml.js';

const SAID = { ac: 'AC', hd: 'HD', thac0: 'THAC0', xp: 'XP' };
const EFFECT = 'effect ';
const FIRST = 3; // warnings that are read out
const pasted = { text: '', page: null, cards: [], form: null, done: null, shelf: [] };
let timer, asked, last;

/** The field for it, and what was read; `done(kinds)` when something was added to the form. */
export function paste(form, done) {
	Object.assign(pasted, { form, done });
	return el('section.card', { 'data-key': 'paste', 'aria-label': 'Paste stat blocks', id: 'paste' }, inside());
}

export function forget() {
	clearTimeout(timer);
	Object.assign(pasted, { text: '', page: null, cards: [], shelf: [] });
	asked = '';
	shelves();
}

async function shelves() {
	pasted.shelf = (await trying(() => ask('/api/library/bestiaries'))) || [];
	if (pasted.shelf.length) draw();
}

const draw = () => find('#paste') && show(find('#paste'), inside());

function typed(event) {
	pasted.text = event.target.value;
	clearTimeout(timer);
	timer = setTimeout(read, 300);
}

async function read() {
	const text = pasted.text;
	asked = text;
	const page = text.trim() ? await trying(() => call('POST', '/api/read', { text })) : { creatures: [], players: [], lost: [], warnings: [] };
	if (!page || asked !== text) return;
	const before = pasted.cards;
	pasted.page = page;
	pasted.cards = page.creatures.map((creature) => {
		const old = before.find((card) => card.read.text === creature.text && card.read.name === creature.name && !card.used);
		if (old) old.used = true;
		return old || fresh(complete(creature));
	});
	for (const card of pasted.cards) delete card.used;
	draw();
}

/** What every creature needs, whether or not its text said it. */
const NEEDED = ['ac', 'hd', 'attacks', 'move', 'saves', 'morale'];
function complete(creature) {
	const there = new Set(creature.fields.map((field) => field.key));
	const missing = creature.fields.length ? NEEDED.filter((key) => !there.has(key)) : [];
	const empty = missing.map((key) => ({ key, value: '', text: '', doubt: 'nothing was read of it' }));
	return { ...creature, fields: [...creature.fields, ...empty] };
}

/** A creature as it was read; what a person changes stays as long as its text does. */
const fresh = (read) => ({
	read,
	id: (last = (last || 0) + 1),
	take: true,
	name: read.name,
	count: read.count || '1',
	hp: read.hp.join(', '),
	side: null,
	notes: read.notes.join('\n'),
	more: {},
	values: Object.fromEntries(read.fields.map((field) => [field.key, String(field.value)])),
});

const mended = (card, field) => card.values[field.key] !== String(field.value);
const open = (card) => [
	...card.read.fields.filter((field) => field.doubt && !mended(card, field)).map((field) => `${label(field.key)}: ${field.doubt}`),
	...card.read.doubts,
];
const label = (key) => SAID[key] || capital(key.startsWith(EFFECT) ? key.slice(EFFECT.length) : key);

/** Its name as a word of the fight: the same as the table makes of it. */
function kindOf(card) {
	if (card.name === card.read.name) return card.read.kind;
	const word = card.name
		.replace(/[^\p{L}\p{N} '’-]+/gu, ' ')
		.replaceAll('’', "'")
		.split(/\s+/)
		.join(' ')
		.replace(/^[-' ]+|[-' ]+$/g, '')
		.toLowerCase()
		.slice(0, 50)
		.trim();
	return !word || /^\d/.test(word) ? `creature ${word}`.trim() : word;
}

function valueOf(key, text) {
	if (key.startsWith(EFFECT)) return whole(text);
	return /^-?\d+$/.test(text) ? Number(text) : text === 'true' ? true : text === 'false' ? false : text;
}

/** What stands under `creatures:` for it. */
function entryOf(card) {
	const entry = structuredClone(card.read.entry);
	for (const field of card.read.fields.filter((one) => mended(card, one))) {
		const effect = field.key.startsWith(EFFECT);
		const [within, key] = effect ? [(entry.effects ||= {}), field.key.slice(EFFECT.length)] : [entry, field.key];
		const text = card.values[field.key].trim();
		if (text) within[key] = valueOf(field.key, text);
		else delete within[key];
	}
	const notes = card.notes.split('\n').map((line) => line.trim()).filter(Boolean);
	delete entry.notes;
	return { ...entry, ...card.more, ...(notes.length && { notes }) };
}

function membersOf(card, kind) {
	const hp = card.hp.split(/[,\s]+/).filter(Boolean).map((one) => (/^\d+$/.test(one) ? Number(one) : one));
	const one = (count, its) => ({ monster: kind, count, ...(its != null && { hp: its }) });
	if (new Set(hp).size < 2) return [one(card.count || '1', hp[0])];
	const rest = Number(card.count) - hp.length;
	return [...hp.map((its) => one('1', its)), ...(rest > 0 ? [one(String(rest))] : [])];
}

const taken = () => pasted.cards.filter((card) => card.take);
const sideOf = (card) => {
	const { sides } = pasted.form;
	const wanted = sides.find((side) => side.name === card.side);
	const friends = sides.filter((side) => Boolean(side.own.players) === card.read.friendly);
	return wanted || friends.at(-1) || sides.at(-1);
};

/** The mapping of creatures that the form has; text and lists that a file had are kept beside it. */
function there() {
	const { rest } = pasted.form;
	if (Array.isArray(rest.creatures) || typeof rest.creatures === 'string') {
		const list = [rest.creatures].flat();
		if (typeof list.at(-1) !== 'object') list.push({});
		rest.creatures = list;
		return list.at(-1);
	}
	return (rest.creatures ||= {});
}

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Why a card can't be added as it stands; names that clash are named. */
function wrong(card) {
	if (!card.name.trim()) return 'It needs a name.';
	const kind = kindOf(card);
	const { creatures } = pasted.form?.rest || {};
	const known = creatures && !Array.isArray(creatures) && typeof creatures === 'object' ? creatures[kind] : null;
	if (known && !alike(known, entryOf(card))) return `This fight has another ${kind} already: give this one a name of its own.`;
	const twin = pasted.cards.find((one) => one !== card && one.take && one.id < card.id && kindOf(one) === kind);
	return twin && !alike(entryOf(twin), entryOf(card)) ? `Another ${kind} stands above: give this one a name of its own.` : '';
}

function stopped() {
	const card = taken().find(wrong);
	if (!card) return false;
	draw();
	tell(`${card.name || 'A creature without a name'}: ${wrong(card)}`, true);
	find(`[data-card="${card.id}"] [data-field="name"]`)?.focus();
	return true;
}

function add() {
	if (stopped()) return;
	const [creatures, hidden] = [taken().some((card) => card.read.fields.length) ? there() : {}, []];
	for (const card of taken()) {
		const kind = kindOf(card);
		if (card.read.fields.length) creatures[kind] = entryOf(card); // else the book has it
		sideOf(card).members.push(...membersOf(card, kind));
		if (card.read.hidden) hidden.push(kind);
	}
	const players = pasted.page.players.filter((one) => !one.left);
	const home = pasted.form.sides.find((side) => side.own.players) || pasted.form.sides[0];
	for (const { left, ...one } of players) home.members.push(one);
	const count = taken().length + players.length;
	Object.assign(pasted, { text: '', page: null, cards: [] });
	find('#pasted').value = '';
	pasted.done(hidden);
	tell(`${several(count, 'creature')} added to the fight.`);
	find('#pasted').focus();
}

async function keep(event) {
	event.preventDefault();
	if (stopped()) return;
	const book = pasted.shelf.find((one) => one.id === event.target.elements.shelf.value);
	const creatures = Object.fromEntries(taken().map((card) => [kindOf(card), entryOf(card)]));
	const kept = await trying(() => call('POST', `/api/library/bestiaries/${book.id}/creatures`, { creatures, seen: book.n }));
	if (!kept) return;
	tell(`Kept in ${book.name}.`);
	shelves();
}

async function fromShelf(event) {
	event.preventDefault();
	const [id, ...words] = event.target.elements.creature.value.split(' ');
	const kind = words.join(' ');
	const book = await trying(() => ask(`/api/library/bestiaries/${id}`));
	if (!book) return;
	const creatures = there();
	if (creatures[kind] && !alike(creatures[kind], book.entries[kind]))
		return tell(`This fight has another ${kind} already; rename it first.`, true);
	creatures[kind] = book.entries[kind];
	sideOf({ side: null, read: { friendly: false } }).members.push({ monster: kind, count: '1' });
	pasted.done([]);
	tell(`${capital(kind)} added to the fight.`);
}

// --- what is seen of it

function fieldRow(card, field) {
	const id = `read-${card.id}-${field.key.replace(/\W/g, '-')}`;
	const done = mended(card, field);
	return el(
		'li',
		{ 'data-key': `${card.id} ${field.key}`, class: field.doubt && !done ? 'doubtful' : null, 'data-test': 'read-field' },
		el('label', { for: id }, label(field.key)),
		el('input', {
			id,
			value: card.values[field.key],
			autocomplete: 'off',
			'data-field': field.key,
			'aria-describedby': `${id}-from`,
			oninput: (event) => {
				card.values[field.key] = event.target.value;
			},
			onchange: draw,
		}),
		el(
			'span.from',
			{ id: `${id}-from` },
			field.text ? el('q', { dir: 'auto' }, field.text) : el('small', {}, field.remark || 'worked out'),
			done ? el('small.fine', {}, ' ✓ mended') : field.doubt && el('strong.doubt', { 'data-test': 'doubt' }, ` ${capital(field.doubt)}`),
		),
	);
}

const small = (card, key, words, given) =>
	el(
		'label',
		{},
		el('span', {}, words),
		el('input', {
			value: card[key],
			autocomplete: 'off',
			'data-field': key,
			oninput: (event) => {
				card[key] = event.target.value;
			},
			onchange: draw,
			...given,
		}),
	);

function more(card) {
	const set = (event) => {
		try {
			card.more = unpairs(event.target.value);
			event.target.setCustomValidity('');
		} catch {
			event.target.setCustomValidity('Not understood: write it as key: value, key: value.');
			event.target.reportValidity();
		}
	};
	return el(
		'label.wide',
		{},
		el('span', {}, 'Anything else'),
		el('input', { placeholder: 'morale: 9, tags: undead', autocomplete: 'off', onchange: set, 'data-field': 'more' }),
	);
}

function cardOf(card) {
	const why = wrong(card);
	const sides = pasted.form?.sides || [];
	return el(
		'fieldset.read',
		{ 'data-key': `card ${card.id}`, 'data-card': card.id, 'data-test': 'read', 'data-name': card.read.name },
		el('legend', {}, bdi(card.name || 'Without a name'), ' ', el('small', {}, card.read.form)),
		el(
			'div.row',
			{},
			el(
				'label.flag',
				{},
				el('input', {
					type: 'checkbox',
					checked: card.take,
					'data-field': 'take',
					onchange: (event) => {
						card.take = event.target.checked;
						draw();
					},
				}),
				' take it',
			),
			small(card, 'name', 'Name', { size: 16, dir: 'auto', 'aria-invalid': why ? 'true' : null }),
			small(card, 'count', 'How many', { size: 5 }),
			small(card, 'hp', 'Hp', { size: 8, placeholder: 'rolled' }),
			sides.length > 0 &&
				el(
					'label',
					{},
					el('span', {}, 'Side'),
					el(
						'select',
						{
							'data-field': 'side',
							onchange: (event) => {
								card.side = event.target.value;
							},
						},
						sides.map((side) => el('option', { value: side.name, selected: side === sideOf(card) }, side.name)),
					),
				),
		),
		why && el('p.wrong', {}, why),
		card.read.doubts.map((words) => el('p.doubt', { 'data-test': 'doubt' }, capital(words))),
		rows(
			card,
			card.read.fields.filter((field) => field.doubt),
		),
		all(card),
		el('details', { 'data-key': 'stood' }, el('summary', {}, 'As it stood'), el('pre', { dir: 'auto' }, card.read.text)),
	);
}

const rows = (card, fields) =>
	fields.length > 0 &&
	el(
		'ul.fields',
		{},
		fields.map((field) => fieldRow(card, field)),
	);

/** What nobody need look at; folded where there is little room. */
function all(card) {
	const sure = card.read.fields.filter((field) => !field.doubt);
	return el(
		'details',
		{ 'data-key': 'all', 'data-test': 'all-fields', open: matchMedia('(min-width: 700px)').matches },
		el('summary', {}, sure.length ? `${several(sure.length, 'field')} as read: ${gist(sure)}` : 'More'),
		rows(card, sure),
		more(card),
		el(
			'label.wide',
			{},
			el('span', {}, 'Notes, for the referee when it acts'),
			el('textarea', {
				rows: Math.min(4, card.notes.split('\n').length),
				value: card.notes,
				'data-field': 'notes',
				oninput: (event) => {
					card.notes = event.target.value;
				},
			}),
		),
	);
}

const gist = (fields) =>
	fields
		.filter((field) => NEEDED.includes(field.key))
		.map((field) => `${label(field.key)} ${field.value}`)
		.join(', ');

function told() {
	const { page, cards } = pasted;
	if (!page || !pasted.text.trim()) return '';
	const doubts = cards.flatMap((card) => open(card).map((words) => `${card.name}: ${words}`));
	const read = cards.length + page.players.length ? `${several(cards.length + page.players.length, 'creature')} read.` : 'Nothing was understood yet.';
	const look = doubts.length ? ` ${several(doubts.length, 'thing')} to look at: ${doubts.slice(0, FIRST).join('; ')}${doubts.length > FIRST ? ' …' : '.'}` : '';
	return read + look;
}

const player = (one, n) =>
	el(
		'li',
		{ 'data-key': `player ${n}` },
		el(
			'label.flag',
			{},
			el('input', {
				type: 'checkbox',
				checked: !one.left,
				onchange: (event) => {
					one.left = !event.target.checked;
				},
			}),
			' ',
			bdi(String(one.name || 'a player')),
			' ',
			el('small', {}, 'a player on the page'),
		),
	);

function preview() {
	const { page, cards } = pasted;
	if (!page || !(cards.length || page.players.length || page.lost.length)) return null;
	const many = taken().length + page.players.length;
	return [
		cards.map(cardOf),
		page.players.length > 0 && el('ul', {}, page.players.map(player)),
		page.lost.length > 0 &&
			el(
				'details',
				{ 'data-key': 'lost', 'data-test': 'lost' },
				el('summary', {}, `${several(page.lost.length, 'piece')} of the text nobody could use`),
				el(
					'ul',
					{},
					page.lost.map((piece) => el('li', {}, el('q', { dir: 'auto' }, piece))),
				),
			),
		el(
			'p.inline',
			{ 'data-key': 'add' },
			pasted.form
				? el('button.primary', { onclick: add, 'data-test': 'add-read' }, `Add ${several(many, 'creature')} to the fight`)
				: 'The form can’t show this scenario, so nothing can be added to it here.',
		),
		pasted.shelf.length > 0 &&
			el(
				'form.inline',
				{ 'data-key': 'keep', onsubmit: keep },
				el(
					'label',
					{},
					'Keep them in ',
					el(
						'select',
						{ name: 'shelf', 'data-test': 'keep-in' },
						pasted.shelf.map((one) => el('option', { value: one.id }, one.name)),
					),
				),
				el('button', { 'data-test': 'keep-read' }, 'Keep'),
			),
	];
}

function bestiary() {
	const full = pasted.shelf.filter((one) => one.creatures?.length);
	return (
		pasted.form &&
		full.length > 0 &&
		el(
			'form.inline',
			{ 'data-key': 'from', onsubmit: fromShelf },
			el(
				'label',
				{},
				'From a bestiary ',
				el(
					'select',
					{ name: 'creature', 'data-test': 'from-bestiary' },
					full.map((one) =>
						el(
							'optgroup',
							{ label: one.name },
							one.creatures.map((name) => el('option', { value: `${one.id} ${name}` }, name)),
						),
					),
				),
			),
			el('button', { 'data-test': 'add-from' }, 'Add'),
		)
	);
}

const inside = () => [
	el('h2', {}, 'Paste stat blocks'),
	el('label', { for: 'pasted' }, 'From a module, a note or another tool: as many as you like, in whatever form they have'),
	el('textarea', {
		id: 'pasted',
		rows: 5,
		spellcheck: false,
		value: pasted.text,
		'data-test': 'pasted',
		placeholder: 'AC 6 [13], HD 1-1 (3hp), Att 1 × weapon (1d6) …',
		oninput: typed,
	}),
	el('p', { role: 'status', 'aria-live': 'polite', 'data-key': 'told', 'data-test': 'read-told' }, told()),
	el('div', { 'data-key': 'preview', id: 'preview' }, preview()),
	bestiary(),
];
