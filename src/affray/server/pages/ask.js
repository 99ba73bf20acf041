// The question at hand: its answers as cards, the seldom ones folded, the refused with their reason, and what is waited for.
import { bring, ask as get, inFight } from './api.js';
import { sentence, sideClass } from './board.js';
import { cards, verb } from './cards.js';
import { bdi, capital, cite, el, find, show } from './dom.js';
import { mayAnswer, person, redraw, referee, say, table, watch } from './table.js';

const PASS = 'pass';
const OPEN = 6; // cards at once; the rest is under "More"

export const answer = (words) => say('/answers', { answer: words });

// --- the answer that is chosen

const chosen = { question: '', words: null, cursor: null };
const nameOf = (asks) => [asks.who, asks.ask, asks.what].join('|');

function picked(asks, open) {
	if (chosen.question !== nameOf(asks)) Object.assign(chosen, { question: nameOf(asks), words: null });
	if (table.cursor !== chosen.cursor) {
		chosen.cursor = table.cursor;
		const there = byRank(asks.legal).find((one) => one.target && one.target === table.cursor);
		if (there) chosen.words = there.words;
	}
	if (asks.legal.some((one) => one.words === chosen.words)) return chosen.words;
	const best = asks.legal.find((one) => one.best);
	return (best || open[0])?.words ?? PASS;
}

function pick(words) {
	chosen.words = words;
	redraw();
}

/** Gives the answer, and the dice typed beside it one after the other as they are asked for. */
async function take(words, roll = false) {
	const { who } = table.view.asks;
	const typed = parts.dice?.typedDice() || [];
	if (await answer(words)) await parts.dice?.giveDice(who, typed, roll, answer);
}

// --- parts of the card that not everybody needs are fetched when they are first drawn: dice of one's own, the fallen

const parts = {};
const wantedAt = {}; // the view for which each was last fetched

async function fetchPart(name) {
	wantedAt[name] = table.view.n;
	parts[name] = await bring(name);
	redraw();
}

function part(name, draw) {
	if (parts[name]) return draw(parts[name]);
	if (wantedAt[name] !== table.view.n) fetchPart(name);
	return null;
}

function fallen(view) {
	const mine = view.people.filter((who) => who.yours);
	if (view.you.role !== 'player' || !mine.length || mine.some((who) => who.up)) return null;
	return part('fall', (it) => it.fall(view));
}

// --- answers

export const byRank = (legal) => [...legal].sort((one, other) => one.rank - other.rank);

function more(rest) {
	if (!rest.length) return null;
	const kinds = [...new Set(rest.map((one) => (verb(one) || one.words).replace(/ ….*/, '')))];
	const told = kinds.slice(0, 3).join(', ') + (kinds.length > 3 ? ' …' : '');
	return el(
		'details',
		{ 'data-key': 'more', 'data-test': 'fold' },
		el('summary', {}, `More: ${told} (${rest.length})`),
		part('choices', (it) => it.choices(rest, { press: take })),
	);
}

/** What is folded away at the foot of the card is fetched when a fold is first opened. */
let folds = null;
const unfold = async ({ target }) => {
	if (folds || !target.open) return;
	folds = await bring('folds');
	redraw();
};

const refusals = (asks) =>
	asks.refused?.length > 0 &&
	el('details', { 'data-key': 'refused', 'data-test': 'not-now', ontoggle: unfold }, el('summary', {}, `Not possible now (${asks.refused.length})`), folds?.refusals(asks));

const standing = (asks) =>
	asks.legal.length > 0 && el('details', { 'data-key': 'always', ontoggle: unfold }, el('summary', {}, 'Always do this …'), folds?.standing(asks));

// --- who answers elsewhere

/** Who will answer elsewhere, and what happens when the time is over. */
function notes(asks) {
	const words = [
		asks.chooser && [bdi(asks.who), asks.chooser === asks.who ? '' : [' (', bdi(asks.chooser), ')'], ' is choosing on a page of their own. '],
		asks.until && ['When the time is over, ', bdi(asks.who), ' passes.'],
	].filter(Boolean);
	return words.length > 0 && el('p.sub', { 'data-test': 'chooser' }, words);
}

// --- the card

const heading = (words, test) => el('h2', { tabindex: -1, 'data-home': true, 'data-test': test }, words);

function answering(asks) {
	const ranked = byRank(asks.legal).filter((one) => one.words !== PASS || asks.reaction);
	const usual = ranked.filter((one) => !one.rare);
	const now = picked(asks, usual);
	const shown = usual.slice(0, OPEN);
	const open = !ranked.some((one) => one.words === now) || shown.some((one) => one.words === now) ? shown : [...shown.slice(0, OPEN - 1), ranked.find((one) => one.words === now)];
	const rest = ranked.filter((one) => !open.includes(one));
	const own = ranked.find((one) => one.words === now)?.own_dice;
	const whose = asks.chooser ? ` for ${asks.who}` : '';
	const passes = !asks.reaction && asks.legal.some((one) => one.words === PASS);
	return [
		open.length > 0 && cards(open, { odds, asker: asks.who, picked: now, pick, take }),
		el(
			'div.take',
			{},
			own && part('dice', (it) => it.inlineDice()),
			notes(asks),
			el('span.gap'),
			!referee() && asks.yours && table.view.you.may.odds && el('button', { type: 'button', 'data-test': 'advice', onclick: advise }, 'Advice'),
			passes && now !== PASS && el('button', { onclick: () => take(PASS), 'data-test': 'legal', 'data-words': PASS, 'data-key': PASS }, 'Pass'),
			own && el('button', { onclick: () => take(now, true), 'data-test': 'take-roll' }, asks.yours && !referee() ? 'Roll for me' : ['Roll for ', bdi(asks.who)]),
			asks.legal.length > 0 &&
				el(
					'button.main',
					{
						onclick: () => take(now),
						'data-test': now === PASS && passes ? 'legal' : 'take',
						'data-words': now,
						'data-key': 'take',
					},
					capital(now) + whose,
					el('kbd', { 'aria-hidden': true }, 'n'),
				),
		),
		el('div.folds', {}, more(rest), refusals(asks), standing(asks)),
	];
}

function question(view) {
	const { asks, fight } = view;
	if (fight.trouble)
		return [heading('This fight can be read, but not continued'), el('p.wrong', { 'data-test': 'trouble' }, fight.trouble)];
	if (fight.over) return heading(fight.winner ? ['The fight is over: won by ', bdi(fight.winner)] : 'The fight is over');
	if (!asks) return heading('Nothing is asked just now');
	if (!mayAnswer()) return fallen(view) || [heading(['Waiting for ', bdi(asks.who)], 'waiting'), part('queue', (it) => it.queue(view))];
	return [
		el(
			'div.head',
			{},
			el(
				'div',
				{},
				asks.reaction && el('p.badge', {}, 'Reaction'),
				heading([sentence(asks.what), !asks.sub && [' ', cite(asks.clause)]], 'question'),
				asks.sub && el('p.sub', {}, sentence(asks.sub), ' ', cite(asks.clause)),
				el('p.note', { 'data-test': 'aside' }, person(asks.who)?.aside),
			),
			asks.until && part('ring', (it) => it.ring(asks)),
		),
		asks.kind === 'dice' ? part('dice', (it) => it.diceForm(asks, answer, view.n)) : answering(asks),
	];
}

const advise = async () => (await bring('after'))?.advice();

// --- the odds of each answer, when the switch is on and they may be seen

const wanted = (view) =>
	localStorage.getItem('odds') === 'on' && view.you.may.odds && mayAnswer() && view.asks.kind === 'answer';
let odds = null; // odds.js, once the switch is on
let asked = 0; // the view that chances were last asked for

async function chances(view) {
	if (!wanted(view)) asked = 0;
	if (!wanted(view) || table.chances || asked === view.n) return;
	asked = view.n;
	odds ||= await bring('odds');
	const found = await get(inFight('/chances')).catch(() => null); // without them the answers stand as they are
	if (!found || table.view.n !== view.n) return;
	table.chances = found;
	redraw();
}

// --- drawing

const place = find('#asks');
const tone = (asks) => (asks && person(asks.who) ? ` ${sideClass(person(asks.who).side)}` : '');

watch(() => {
	const { view } = table;
	const dice = find('[data-test="die"]', place);
	const free = place.contains(document.activeElement) || document.activeElement === document.body;
	show(place, question(view));
	place.className = `card${mayAnswer() && view.asks.yours ? ' yours' : ''}${tone(view.asks)}`;
	const die = find('[data-test="die"]', place);
	if (die && die !== dice && free && view.asks.yours) die.focus(); // dice are typed without reaching for the mouse
	chances(view);
});
