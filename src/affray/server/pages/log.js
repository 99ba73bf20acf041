// The log: lines with dice, reasons, clauses and whose word it was; rounds fold, lines taken back stay struck through.
import { bring } from './api.js';
import { sentence } from './board.js';
import { all, cite, el, find, several } from './dom.js';
import { watch } from './table.js';

const list = find('#log');
export const lines = new Map(); // by number: {item, row}
let group = null;

const ownDice = (item) => item.dice?.some((die) => die.typed);

let by = null; // said once for all lines that follow from one person's words

function row(item) {
	const word = item.by !== by && item.by;
	by = item.by;
	return el(
		'li',
		{ class: `${item.heading ? 'heading ' : ''}is-${item.kind}`, 'data-test': 'line', 'data-n': item.n },
		el(
			'p',
			{},
			sentence(item.words),
			ownDice(item) && el('small.mark', {}, ' own dice'),
			word && el('small.by', {}, ' – ', word),
			' ',
			cite(item.clause),
		),
		el(
			'button.quiet.more',
			{
				onclick: async () => (await more())?.about(item),
				'aria-label': `More about line ${item.n}`,
				'data-test': 'line-menu',
			},
			'⋯',
		),
	);
}

function open(item) {
	for (const fold of all('details', list)) fold.open = false;
	group = el(
		'details',
		{ open: true, 'data-round': item.round, 'data-test': 'round' },
		el('summary', {}, item.round ? `Round ${item.round}` : 'Before the first round'),
		el('ol'),
	);
	list.append(group);
}

function told(item) {
	if (!group || group.dataset.round !== String(item.round)) open(item);
	const made = row(item);
	lines.set(item.n, { item, row: made });
	find('ol', group).append(made);
	sift(made);
}

function mark(item) {
	for (const n of item.lines || []) {
		const line = lines.get(n)?.row;
		line?.classList.toggle('gone', item.op === 'back');
		find('.taken', line)?.remove();
		if (item.op === 'back')
			find('p', line)?.append(el('small.taken', {}, ` taken back${item.by ? ` by ${item.by}` : ''}`));
	}
}

/** What a screen reader hears: the new lines, but not a flood of them. */
function hear(items) {
	const words = items
		.map((item) =>
			item.op === 'told'
				? item.words
				: item.op === 'back'
					? `${several(item.lines.length, 'line')} taken back`
					: item.op === 'again'
						? `${several(item.lines.length, 'line')} hold again`
						: '',
		)
		.filter(Boolean);
	if (!words.length) return;
	const extra = words.length - 8;
	find('#heard').replaceChildren(
		...(extra > 0 ? [`${several(extra, 'more line')} in the log.`, ...words.slice(-8)] : words).map((one) =>
			el('p', {}, one),
		),
	);
}

function sift(line) {
	const wanted = find('#search').value.trim().toLowerCase();
	line.hidden = Boolean(wanted) && !line.textContent.toLowerCase().includes(wanted);
}

find('#search').oninput = () => {
	for (const { row: line } of lines.values()) sift(line);
	const searching = Boolean(find('#search').value);
	for (const fold of all('details', list))
		fold.open = searching ? Boolean(find('li:not([hidden])', fold)) : fold === group;
};

const more = () => bring('line'); // what is seldom wanted is fetched when it is
find('#copy-log').onclick = async () => (await more())?.copyLog();
find('#save-log').onchange = async ({ target }) => (await more())?.saveLog(target);

let first = true;
watch((items) => {
	if (!items.length) return;
	const atEnd = first || list.scrollHeight - list.scrollTop - list.clientHeight < 80;
	for (const item of items) item.op === 'told' ? told(item) : mark(item);
	if (atEnd) list.scrollTop = list.scrollHeight;
	if (!first) hear(items);
	first = false;
});
