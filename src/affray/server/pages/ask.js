// The question at hand: its answers as cards, the seldom ones folded, the refused with their reason, and what is waited for.
import { ask as get, inFight } from './api.js';
import { sentence, sideClass } from './board.js';
import { arrows, cards, verb, verbLabel } from './cards.js';
import { diceForm, giveDice, inlineDice, typedDice } from './dice.js';
import { bdi, capital, cite, el, find, several, show } from './dom.js';
import { fall } from './just.js';
import { queue } from './me.js';
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
	const dice = typedDice();
	if (await answer(words)) await giveDice(who, dice, roll, answer);
}

// --- answers

const byRank = (legal) => [...legal].sort((one, other) => one.rank - other.rank);

/** Plain buttons, by what is done: those without a target in a row, then for each act a row of targets. */
export function choices(answers, { press, said, key = '' }) {
	const groups = Map.groupBy ? Map.groupBy(answers, verb) : new Map([[null, answers]]);
	const button = (one, grouped) =>
		el(
			'button.plain',
			{
				onclick: () => press(one.words),
				'data-test': 'legal',
				'data-words': one.words,
				'data-key': one.words,
				'aria-pressed': said === undefined ? null : String(said === one.words),
			},
			grouped ? [el('span.hide', {}, `${verbLabel(verb(one))} `), bdi(one.target)] : capital(one.words),
		);
	const single = answers.filter((one) => !verb(one) || (groups.get(verb(one)) || [one]).length === 1);
	return el(
		'div.ways',
		{ onkeydown: arrows },
		single.map((one) => button(one)),
		[...groups]
			.filter(([name, list]) => name && list.length > 1)
			.map(([name, list]) =>
				el(
					'div.verb',
					{ role: 'group', 'aria-label': verbLabel(name), 'data-key': key + name },
					el('span.label', { 'aria-hidden': true }, verbLabel(name)),
					list.map((one) => button(one, true)),
				),
			),
	);
}

function more(rest) {
	if (!rest.length) return null;
	const kinds = [...new Set(rest.map((one) => (verb(one) || one.words).replace(/ ….*/, '')))];
	const told = kinds.slice(0, 3).join(', ') + (kinds.length > 3 ? ' …' : '');
	return el(
		'details',
		{ 'data-key': 'more', 'data-test': 'fold' },
		el('summary', {}, `More: ${told} (${rest.length})`),
		choices(rest, { press: take }),
	);
}

/** The refused ones, alike taken together: the same act for the same reason, whoever it is about. */
function refusals(asks) {
	const groups = new Map();
	for (const one of asks.refused || []) {
		const why = one.target ? one.why.replaceAll(one.target, '…') : one.why;
		const key = [verb(one) || one.words, why, one.clause].join('|');
		groups.set(key, [...(groups.get(key) || []), one]);
	}
	return (
		groups.size > 0 &&
		el(
			'details',
			{ 'data-key': 'refused' },
			el('summary', {}, `Not possible now (${groups.size})`),
			el('ul.why', {}, [...groups].map(([key, list]) => refusal(list, key))),
		)
	);
}

function refusal(list, key) {
	const [one] = list;
	const many = list.length > 1;
	const names = list.map((each) => each.target).join(', ');
	const why = many ? key.split('|')[1].replaceAll('…', 'they') : one.why;
	return el(
		'li',
		{ 'data-key': key, 'data-test': 'refused', 'data-words': list.map((each) => each.words).join(', ') },
		el('b', {}, many ? `${verbLabel(verb(one))} ${names}.` : `${capital(one.words)}.`),
		' ',
		sentence(`${capital(why)}${/[.!?]$/.test(why) ? '' : '.'} `),
		cite(one.clause),
	);
}

/** What holds from now on: always one of the answers, if need be only up to a price, or never. */
function standing(asks) {
	if (!asks.legal.length) return null;
	const set = (words, told) => say('/always', { who: asks.who, ask: asks.ask, answer: words }, told);
	const options = byRank(asks.legal)
		.filter((one) => one.words !== PASS)
		.map((one) => el('option', { value: one.words }, capital(one.words)));
	const always = (event) => {
		event.preventDefault();
		const { words, limit } = event.target.elements;
		set(words.value + (limit?.checked ? ` for ${limit.value} or less` : ''), 'Will be done every time.');
	};
	return el(
		'details',
		{ 'data-key': 'always' },
		el('summary', {}, 'Always do this …'),
		options.length > 0 &&
			el(
				'form.inline',
				{ onsubmit: always },
				el('label', {}, `${asks.who} will always `, el('select', { name: 'words', 'aria-label': 'What to do every time' }, options)),
				asks.price > 0 &&
					el('label', {}, el('input', { type: 'checkbox', name: 'limit', value: asks.price }), ` only for ${asks.price} or less`),
				el('button', { 'data-test': 'always' }, 'Always do this'),
			),
		el('button', { 'data-test': 'never', onclick: () => set(PASS, 'Will be passed every time.') }, asks.reaction ? 'Don’t ask again this fight' : 'Always pass'),
	);
}

// --- the time that is left

const seconds = (asks) => Math.max(0, Math.ceil((asks.until - Date.now()) / 1000));

function ring(asks) {
	if (!asks.until) return null;
	const left = seconds(asks);
	const share = Math.min(100, Math.round((100 * left) / (table.view.settings.timeout || left || 1)));
	return el(
		'div.ring',
		{ role: 'timer', 'aria-label': `${several(left, 'second')} left`, 'data-test': 'deadline' },
		el(
			'svg',
			{ viewBox: '-28 -28 56 56', width: 56, height: 56, 'aria-hidden': true },
			el('circle.ring-empty', { r: 24 }),
			el('circle.ring-full', { r: 24, pathLength: 100, 'stroke-dasharray': `${share} 100`, transform: 'rotate(-90)' }),
			el('text', { y: 6 }, String(left)),
		),
	);
}

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
		open.length > 0 && cards(open, { asker: asks.who, picked: now, pick, take }),
		el(
			'div.take',
			{},
			own && inlineDice(),
			notes(asks),
			el('span.gap'),
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
	if (!mayAnswer()) return fall(view) || [heading(['Waiting for ', bdi(asks.who)], 'waiting'), queue(view)];
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
			ring(asks),
		),
		asks.kind === 'dice' ? diceForm(asks, answer, view.n) : answering(asks),
	];
}

// --- the odds of each answer, when the switch is on and they may be seen

const wanted = (view) =>
	localStorage.getItem('odds') === 'on' && view.you.may.odds && mayAnswer() && view.asks.kind === 'answer';
let asked = 0; // the view that chances were last asked for

async function chances(view) {
	if (!wanted(view)) asked = 0;
	if (!wanted(view) || table.chances || asked === view.n) return;
	asked = view.n;
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

setInterval(() => {
	const old = find('.ring', place);
	if (old && table.view.asks?.until) show(old, ...ring(table.view.asks).childNodes);
}, 1000);

/** The number keys choose a card. */
addEventListener('keydown', (event) => {
	if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
	if (event.target.matches('input, textarea, select') || find('dialog[open]')) return;
	const card = place.querySelectorAll('[role=radio]')[event.key - 1];
	card?.focus();
	card?.click();
});
