// How the fight would go: fought many times after each change, and the next change that would make it fairer.
import { bring, call } from './api.js';
import { el } from './dom.js';
import { text as written } from './scenario.js';

const ROUGH = 200; // fights for a first answer, for the answer, and for each change that is tried
const FULL = 2000;
const TRIAL = 400;
const DEADLY = 0.65; // below it and above it a change is looked for …
const EASY = 0.92;
const FAIR = [0.7, 0.88]; // … that brings the chance to here
const MOST_TRIALS = 4;
const MOST_BARS = 10;
const seen = { text: '', found: null, offers: [], wrong: '', busy: false, settled: null, before: null };
let stop = null;
let redraw = () => {};

/** What is not certain is never 100%, and what can happen never 0%. */
const rounded = (share) => (share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(share * 100))) : share * 100);
const percent = (share) => `${rounded(share)}%`;
const winsOf = (found) => found.outcomes[found.party]?.share || 0;

/** Follows a text that can be fought; the one before is called off. */
export async function follow(text, form, members, draw) {
	if (text === seen.text) return;
	cancel();
	redraw = draw;
	stop = new AbortController();
	const { signal } = stop;
	Object.assign(seen, { text, offers: [], wrong: '', busy: true, before: seen.settled });
	try {
		for (const fights of [ROUGH, FULL]) {
			seen.found = await estimate(text, fights, signal);
			redraw();
		}
		seen.settled = winsOf(seen.found);
		for await (const offer of offersFor(form, members, winsOf(seen.found), signal)) {
			seen.offers.push(offer);
			redraw();
		}
	} catch (trouble) {
		if (signal.aborted) return;
		seen.wrong = trouble.message;
	}
	seen.busy = false;
	redraw();
}

/** Calls off what is under way; what was found stays, as of the text before. */
export function cancel() {
	stop?.abort();
	stop = null;
	Object.assign(seen, { text: '', busy: false });
}

const estimate = (scenario, fights, signal) => call('POST', '/api/estimate', { scenario, fights }, signal);

// --- the next step

/** The groups of foes whose number can be changed, the largest first. */
function groupsOf(form, members) {
	const found = form.sides.flatMap((side, s) =>
		side.own.players ? [] : side.members.map((one, n) => ({ s, n, one, many: Number(one.count ?? 1), shown: members[s]?.[n] })),
	);
	return found.filter(({ one, many, shown }) => shown && one.monster && !one.name && many >= 1).sort((a, b) => b.many - a.many);
}

const counts = (many, by) => [...new Set(by < 0 ? [many - 1, many - 2, Math.ceil(many / 2), Math.ceil(many / 3)] : [many + 1, many + 2, Math.ceil(many * 1.5), many * 2])].filter((count) => count > 0 && count !== many).slice(0, MOST_TRIALS);
const kinds = ({ shown }, count) => (count === 1 ? shown.kind : shown.kinds);

function withCount(form, { s, n }, count) {
	const other = structuredClone(form);
	if (count) other.sides[s].members[n].count = String(count);
	else other.sides[s].members.splice(n, 1);
	return written(other);
}

/** Tries neighbouring counts of the largest group, then the fight without one of the others; of a fair fight what one
 * more or fewer would change. */
async function* offersFor(form, members, share, signal) {
	const [first, ...others] = groupsOf(form, members);
	const by = share < DEADLY ? -1 : share > EASY ? 1 : 0;
	const tried = async (group, count) => winsOf(await estimate(withCount(form, group, count), TRIAL, signal));
	if (!first) return;
	if (!by) {
		for (const count of [first.many - 1, first.many + 1]) if (count) yield { group: first, count, chance: await tried(first, count), words: `${count} ${kinds(first, count)}` };
		return;
	}
	let best = null;
	for (const count of counts(first.many, by)) {
		const chance = await tried(first, count);
		if (by > 0 && best && chance < DEADLY) break;
		best = { group: first, count, chance, why: by < 0 ? 'Too deadly?' : 'Too easy?', words: `${count} ${kinds(first, count)}` };
		if (by < 0 ? chance >= FAIR[0] : chance <= FAIR[1]) break;
	}
	if (best) yield best;
	const away = by < 0 ? others.filter(({ s }) => form.sides[s].members.length > 1).slice(0, 2) : [];
	for (const group of away) yield { group, count: 0, chance: await tried(group, 0), words: `Without the ${kinds(group, group.many)}` };
}

function take(offer, form, changed) {
	const { s, n } = offer.group;
	if (offer.count) form.sides[s].members[n].count = String(offer.count);
	else form.sides[s].members.splice(n, 1);
	changed();
}

// --- what is seen of it

const line = (words, share, side) =>
	el('p.measure', { class: `measure side-${side}` }, el('span', {}, words), el('span.bar', { '--share': share, 'aria-hidden': true }, el('i')), el('b', {}, percent(share)));

/** What the last change did to the chance. */
function difference(share) {
	const by = seen.before == null ? 0 : rounded(share) - rounded(seen.before);
	return by !== 0 && el('small', { class: by > 0 ? 'more' : 'fewer', 'data-test': 'difference' }, `${by > 0 ? '▲' : '▼'} ${percent(seen.before)} before`);
}

/** How many rounds, as small columns; a long rare end is one of them. */
function rounds(told) {
	const all = Object.entries(told.distribution).map(([n, one]) => [Number(n), one.share]);
	const bars = all.slice(0, MOST_BARS);
	const tail = all.slice(MOST_BARS).reduce((sum, [, share]) => sum + share, 0);
	if (tail) bars.push([`${bars.at(-1)[0] + 1}+`, tail]);
	const most = Math.max(...bars.map(([, share]) => share));
	const usual = told['25%'] === told['75%'] ? `${told.median}` : `${told['25%']} to ${told['75%']}`;
	return el(
		'figure.rounds',
		{ 'data-key': 'rounds', role: 'img', 'aria-label': `Over in ${usual} rounds, most often` },
		el('div.columns', { 'aria-hidden': true }, bars.map(([n, share]) => el('span', { class: n >= told['25%'] && n <= told['75%'] ? 'often' : null }, el('i', { '--share': share / most }), el('small', {}, String(n))))),
		el('figcaption', {}, 'Over in ', el('b', {}, usual), ` ${usual === '1' ? 'round' : 'rounds'}, most often`),
	);
}

function offers(form, changed) {
	const first = seen.offers.find((one) => one.why);
	const more = seen.offers.filter((one) => one !== first);
	const button = (offer) => el('button', { type: 'button', onclick: () => take(offer, form, changed), 'data-test': 'offer' }, offer.words, ' ', el('b', {}, percent(offer.chance)));
	return [
		first && el('p.try', { 'data-key': 'try' }, el('span', {}, `${first.why} Try `, el('b', {}, first.words), `: ${percent(first.chance)}`), el('button', { type: 'button', onclick: () => take(first, form, changed), 'data-test': 'offer' }, `Try ${first.count}`)),
		more.length > 0 && el('p.inline', { 'data-key': 'others' }, more.map(button)),
	];
}

export function outlook(form, changed, stale) {
	const { found } = seen;
	const state = seen.wrong || (stale ? 'Mend the mistakes first.' : seen.busy ? 'Fighting it …' : found ? `${found.fights.toLocaleString('en')} fights tried` : '');
	const title = el('h2', { 'data-key': 'title' }, 'How would it go?', el('small', { role: 'status', 'data-test': 'outlook-state' }, state));
	if (!found) return [title];
	const side = Math.max(0, form.sides.findIndex((one) => one.name === found.party));
	const share = winsOf(found);
	return [
		title,
		el('p.big', { 'data-key': 'big', class: `big side-${side % 4}` }, el('b', { 'data-test': 'wins' }, percent(share)), el('span', {}, `${found.party} wins`, el('br'), `${100 - rounded(share)}% it does not`, difference(share))),
		line('Nobody of them dies', found.none_dies[found.party]?.share || 0, side % 4),
		line('All of them die', found.all_die[found.party]?.share || 0, (side + 1) % 4),
		rounds(found.rounds),
		!stale && offers(form, changed),
		!stale && el('p.inline', { 'data-key': 'charts' }, el('button.bare', { type: 'button', onclick: async () => (await bring('forecast'))?.forecast({ scenario: seen.text }), 'data-test': 'forecast' }, 'More, with charts')),
	];
}
