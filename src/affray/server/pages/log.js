// The log: a fold for each round with its gist, lines with their sums small, what was taken back struck through and folded.
import { bring } from './api.js';
import { sentence, sideClass } from './board.js';
import { all, cite, el, find, several } from './dom.js';
import { table, watch } from './table.js';

const list = find('#log');
export const lines = new Map(); // by number: {item, row}
let group = null;

const ownDice = (item) => item.dice?.some((die) => die.typed);

let by = null; // said once for all lines that follow from one person's words

/** The colour at the edge: the side of whoever the line is about. */
function tone({ who, at }) {
	const { sides, people } = table.view;
	const side = sides.find((one) => one.name === who)?.name || people.find((one) => one.name === (who || at))?.side;
	return side ? sideClass(side) : '';
}

/** The sentence, with what makes its number in small type: "Anna attacks Grub: d20=17 …: hits". */
function words(item) {
	const parts = item.words.split(': ');
	if (parts.length < 2 || !item.dice?.length) return sentence(item.words);
	const end = parts.length > 2 && !/\d/.test(parts.at(-1)) ? `: ${parts.pop()}` : '';
	return [sentence(parts[0]), el('span.sum', {}, sentence(`: ${parts.slice(1).join(': ')}`)), end];
}

function row(item) {
	const word = item.by !== by && item.by;
	by = item.by;
	return el(
		'li',
		{ class: `${item.heading ? 'heading ' : ''}${item.words === `Round ${item.round}` ? 'hide ' : ''}is-${item.kind} ${tone(item)}`, 'data-test': 'line', 'data-n': item.n },
		el(
			'p',
			{},
			words(item),
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

/** The fold of a round: the one that is there, or a new one; only the last is open. */
function open(item) {
	for (const fold of all('.round', list)) fold.open = false;
	group = find(`[data-round="${item.round}"]`, list);
	if (!group) {
		group = el(
			'details.round',
			{ 'data-round': item.round, 'data-test': 'round' },
			el('summary', {}, item.round ? `Round ${item.round}` : 'Before the first round', el('span.gist')),
			el('ol'),
		);
		list.append(group);
	}
	group.open = true;
}

/** What came of a round, in a few words. */
function gist(round) {
	const items = [...lines.values()].filter(({ item, row: line }) => String(item.round) === round.dataset.round && !line.classList.contains('gone')).map(({ item }) => item);
	const fell = [...new Set(items.filter((item) => item.kind === 'dead' || item.kind === 'down').map((item) => item.at || item.who))];
	const fled = items.filter((item) => item.kind === 'fled').length;
	const hits = items.filter((item) => item.kind === 'damage').length;
	const told = [
		fell.length > 2 ? `${fell.length} fall` : fell.length > 0 && `${fell.join(' and ')} ${fell.length > 1 ? 'fall' : 'falls'}`,
		fled > 0 && `${fled} ${fled > 1 ? 'flee' : 'flees'}`,
		!fell.length && hits > 0 && several(hits, 'hit'),
	];
	find('.gist', round).textContent = told.filter(Boolean).join('; ');
}

function told(item) {
	if (!group || group.dataset.round !== String(item.round)) open(item);
	const made = row(item);
	lines.set(item.n, { item, row: made });
	find('ol', group).append(made);
	sift(made);
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
	for (const fold of all('.round', list))
		fold.open = searching ? Boolean(find('li:not([hidden])', fold)) : fold === group;
};

const more = () => bring('line'); // what is seldom wanted is fetched when it is
find('#copy-log').onclick = async () => (await more())?.copyLog();
find('#save-log').onchange = async ({ target }) => (await more())?.saveLog(target);

/** Lines taken back, or again; the part of the page for it is fetched with the first of them. */
async function strike(marks) {
	const struck = await bring('struck');
	for (const item of marks) struck?.mark(item);
	gists(true);
}

const gists = (every) => {
	for (const round of all('.round', list).slice(every ? 0 : -2)) gist(round);
};

let first = true;
watch((items) => {
	if (!items.length) return;
	const atEnd = first || list.scrollHeight - list.scrollTop - list.clientHeight < 80;
	for (const item of items) if (item.op === 'told') told(item);
	const marks = items.filter((item) => item.lines);
	if (marks.length) strike(marks);
	gists(first);
	if (atEnd) list.scrollTop = list.scrollHeight;
	if (!first) hear(items);
	first = false;
});
