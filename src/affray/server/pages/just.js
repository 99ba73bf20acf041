// What just happened: who did what to whom in a headline, the dice as they lie, the sum, and the hit points before and after.
import { sentence, sideClass } from './board.js';
import { bdi, cite, el, find, show } from './dom.js';
import { die } from './drawings.js';
import { person, table, watch } from './table.js';

/** How much a line is worth a headline, by its kind. */
export const WEIGHT = { end: 9, dead: 8, down: 8, fled: 6, surrendered: 6, damage: 5, heal: 4, hit: 4, miss: 3, check: 3, referee: 3, declared: 2, lost: 2, 'condition-on': 2, due: 1, roll: 1, score: 1, move: 1 };
const FALLS = ['dead', 'down'];
const RECENT = 8; // lines among which the headline is chosen
const OTHERS = 5; // lines of the news below it
const told = [];

/** Keeps the lines as they stand: what was taken back is no news. */
export function remember(items) {
	for (const item of items)
		if (item.op === 'told') told.push({ ...item, gone: false });
		else for (const line of told) if (item.lines?.includes(line.n)) line.gone = item.op === 'back';
}

export const standing = () => told.filter((item) => !item.gone && !item.heading);

/** The news: what came since this viewer's own last answer, or else of the last thing that was said. */
function news() {
	const lines = standing();
	const since = lines.filter((item) => item.n > (table.view.since || 0));
	return since.length ? since : lines.slice(-1);
}

export const victim = (item) => item.at || item.who;
const BLOW = ['roll', 'hit', 'miss', 'damage'];
const STEPS = 3; // lines before and after the main one in which the parts of its blow stand

/** The line worth the headline, with the roll, the hit, the damage and the fall of the same blow: of a fall, the last one. */
function blow(lines) {
	const recent = lines.slice(-RECENT);
	const weight = (item) => WEIGHT[item.kind] || 0;
	const main = recent.reduce((best, item) => (weight(item) >= weight(best) ? item : best));
	if (!BLOW.includes(main.kind) && !FALLS.includes(main.kind)) return [main];
	const all = standing();
	const at = all.indexOf(main);
	const whom = victim(main);
	const last = FALLS.includes(main.kind) && all.slice(0, at).filter((item) => item.kind === 'damage' && victim(item) === whom).at(-1);
	const { who } = last || main;
	const belongs = (item) => item === main || (victim(item) === whom && (FALLS.includes(item.kind) || (BLOW.includes(item.kind) && item.who === who)));
	return all.slice(Math.max(0, at - STEPS), at + STEPS + 1).filter(belongs);
}

// --- in words

const own = () => (table.view.you.people.length === 1 ? table.view.you.people[0] : null);
export const ends = (words) => (/[.!?]$/.test(words) ? words : `${words}.`);
/** The sentence without its sum. */
const saying = (item) => (item.dice?.length ? item.words.split(': ')[0] : item.words);

function headline(lines) {
	const by = (kind) => lines.filter((item) => item.kind === kind).at(-1);
	const [harm, miss, hit] = [by('damage'), by('miss'), by('hit')];
	const fell = lines.find((item) => FALLS.includes(item.kind));
	const act = harm || miss || hit;
	if (!act?.at) return ends(saying(fell || lines.at(-1)));
	const does = harm || hit ? 'hit' : 'miss';
	const [who, whom] = [act.who, act.at].map((name) => (name === own() ? null : name));
	const first = `${who ?? 'You'} ${does}${who ? (does === 'miss' ? 'es' : 's') : ''} ${whom ?? 'you'}${harm?.harm ? ` for ${harm.harm}` : ''}.`;
	return fell ? `${first} ${ends(saying(fell).replace(/[,;].*/, ''))}` : first;
}

const LEADING = /^\d*d\d+=[\d+]+(?:, \d*d\d+=[\d+]+)*\s*/;

/** The dice as they lie, and what makes the number: the sum of the log, with its dice drawn. */
function sum(item) {
	if (!item.dice?.length) return null;
	const words = item.words.includes(': ') ? item.words.slice(item.words.indexOf(': ') + 2) : '';
	const rest = words.replace(LEADING, '').replace(/; hp .*$/, '').replace(/^, /, '');
	const total = /^(.*?)= (−?\d+(?:,\d{3})*)(?!.*= )(.*)$/.exec(rest);
	return el(
		'p.sum',
		{ 'data-test': 'sum' },
		item.dice.slice(0, 8).map((one) => die(one.sides, one.face, item.kind === 'damage' ? 38 : 44)),
		el(
			'span.words',
			{},
			total ? [total[1], el('span.together', {}, '= ', el('b', {}, total[2])), el('small', {}, ` ${total[3].replace(/^, /, '')}`)] : el('small', {}, rest),
			item.kind === 'damage' && !rest && el('small.only-die', {}, 'damage'),
			' ',
			cite(item.clause),
		),
	);
}

const signed = (number) => String(number).replace('-', '−');

/** The hit points of whoever was hurt or healed, before and after. */
function bar(lines) {
	const item = lines.find((one) => one.before_after);
	const who = item && person(victim(item));
	if (!who?.max_hp) return null;
	const [before, after] = item.before_after;
	const share = (hp) => Math.max(0, Math.min(1, hp / who.max_hp));
	return el(
		'div',
		{ class: sideClass(who.side) },
		el('div.change', { '--after': share(Math.min(before, after)), '--before': share(Math.max(before, after)), 'aria-hidden': true }, el('i'), el('em')),
		el('p.change-words', {}, el('span', {}, bdi(who.name)), el('span', {}, `${signed(before)} → `, el('b', {}, signed(after)), ` of ${who.max_hp} hp`)),
	);
}

function others(lines, shown) {
	const rest = lines.filter((item) => !shown.includes(item)).slice(-OTHERS);
	return (
		rest.length > 0 &&
		el(
			'details',
			{ 'data-key': 'besides-just', 'data-test': 'news' },
			el('summary', {}, own() ? 'Since your last answer' : 'Also just now'),
			el('ul', {}, rest.map((item) => el('li', { 'data-key': item.n }, sentence(ends(saying(item))), ' ', cite(item.clause)))),
		)
	);
}

const place = find('#just');

function draw() {
	const lines = news();
	if (!lines.length) return show(place);
	const shown = blow(lines);
	const first = shown.find((item) => item.dice?.length);
	show(
		place,
		el('div.lead', {}, first && el('span.small-die', { 'aria-hidden': true }, die(first.dice[0].sides, first.dice[0].face, 38)), el('div', {}, el('h2.label', {}, 'Just now'), el('p.big', { 'data-test': 'headline' }, sentence(headline(shown))))),
		el('div.sums', {}, shown.map(sum)),
		bar(shown),
		others(lines, shown),
	);
}

if (place)
	watch((items) => {
		remember(items);
		draw();
	});
