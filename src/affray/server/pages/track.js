// The track of scores, highest first, and what a score buys.
import { bdi, el, find } from './dom.js';
import { token } from './drawings.js';
import { sideNumber } from './board.js';
import { OUT, NOW, SIZES, glyphOf, group, groupOf, numberOf, portrait, row, sideClassOf } from './rail.js';
import { person, table } from './table.js';

const POINT = 5; // pixels for a point between two scores
const MOST_GAP = 80;

/** Rows of the track, from the highest score down; those alike with the same score in one. */
function stations(track) {
	const byKey = new Map();
	for (const { who, score } of track.scores) {
		const one = person(who);
		const key = one ? `${score} ${one.side} ${one.kind} ${numberOf(one) ? '' : who}` : '';
		if (key) byKey.set(key, { score, people: [...(byKey.get(key)?.people || []), one] });
	}
	const made = [...byKey.values()];
	if (track.lands != null) made.push({ score: track.lands, ghost: person(track.asked) });
	return made.sort((a, b) => b.score - a.score || Boolean(a.ghost) - Boolean(b.ghost));
}

function placeOf(name) {
	const found = table.view.turns.find((one) => one.who.includes(name))?.name || '';
	if (table.view.asks?.who === name && found !== NOW) return 'is asked';
	return found.split(',')[0].toLowerCase();
}

const few = (people) => {
	const numbers = people.map(numberOf).map(Number);
	const stem = people[0].name.replace(/\s\d+$/, '');
	return numbers.every((n, i) => !i || n === numbers[i - 1] + 1) ? `${stem} ${numbers[0]}–${numbers.at(-1)}` : `${people.length} × ${stem}`;
};

function station({ score, people, ghost }, n, list) {
	const gap = n ? Math.min(MOST_GAP, (list[n - 1].score - score) * POINT) : 0;
	const given = { '--gap': `${gap}px`, 'data-score': score };
	if (ghost)
		return el(
			'li.station.ghost',
			{ ...given, class: `station ghost ${sideClassOf(ghost)}`, 'data-key': 'ghost', 'data-test': 'ghost' },
			el('span.score', {}, score),
			token({ side: sideNumber(ghost.side), share: 0, glyph: glyphOf(ghost) }, SIZES.ghost),
			el('b', {}, bdi(ghost.name), `, for ${table.view.track.price}`),
		);
	const [one] = people;
	const inside =
		people.length === 1
			? el('ul.people', {}, row(one, groupOf(one.name), placeOf(one.name)))
			: el(
					'details.crowd',
					{ 'data-key': 'crowd' },
					el('summary', { class: sideClassOf(one) }, portrait({ ...one, number: '' }, SIZES.usual), el('span', {}, el('strong', {}, few(people)), el('small', {}, placeOf(one.name)))),
					el('ul.people', {}, people.map((who) => row(who, groupOf(who.name), placeOf(who.name)))),
				);
	return el('li.station', { ...given, 'data-key': `station ${people.map((who) => who.name)}`, 'data-test': 'station' }, el('span.score', {}, score), inside);
}

const coin = (price) => el('span.coin', {}, price);

export function shop({ asked, buys, scores }) {
	if (!asked || !buys.length) return null;
	const score = scores.find((one) => one.who === asked)?.score;
	return el(
		'section.shop',
		{ 'data-key': 'shop', 'data-test': 'shop' },
		el('h2', {}, el('span', {}, 'What ', bdi(asked), `’s ${score} will buy`)),
		el(
			'ul',
			{},
			buys.map((one) => el('li', { 'data-key': one.words }, coin(one.price), el('span', {}, one.words), el('small', {}, `→ ${one.left}`))),
		),
	);
}

export function scores(view) {
	const outside = view.turns.filter((one) => one.name === OUT);
	return [
		el('section.group', { 'data-key': 'track' }, el('h2', {}, 'Scores, highest first'), el('ol.track', { 'data-test': 'track' }, stations(view.track).map(station))),
		shop(view.track),
		outside.map((one) => group(one)),
	];
}

if (!find('[href$="track.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/pages/track.css' }));
