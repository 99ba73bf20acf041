// What a card shows of its chances: how likely it hits and by which faces, the damage, and what would follow.
import { bdi, el, percent } from './dom.js';
import { person, table } from './table.js';

/** The twenty faces of the die; the tall ones hit. */
const faces = (chance) =>
	el(
		'svg.faces',
		{ viewBox: '0 0 139 12', width: 139, height: 12, role: 'img', 'aria-label': `${chance.needs} on the d20` },
		Array.from({ length: 20 }, (_, n) => {
			const hits = chance.faces.includes(n + 1);
			return el(hits ? 'rect.hits' : 'rect', { x: n * 7, y: hits ? 0 : 3, width: 5.4, height: hits ? 12 : 6, rx: 1.2 });
		}),
	);

const figure = (number, words) => el('span.figure', {}, el('b', {}, number), el('small', {}, words));

export const share = (chance) => el('span.share', {}, percent(chance.share), el('small', {}, chance.against ? 'hits you' : 'to hit'));

export function odds(chance) {
	if (!chance.needs && !(chance.damage > 0)) return null;
	return el(
		'span.odds',
		{ 'data-test': 'chance' },
		chance.needs && el('span.figure', {}, faces(chance), el('small', {}, chance.needs)),
		chance.damage > 0 && figure(String(chance.damage), 'damage'),
		chance.fells > 0 && figure(percent(chance.fells), chance.against ? 'fells you' : 'fells'),
	);
}

/** What would follow: the side shaken, or nobody left of it. */
export function consequence(one, chance) {
	const who = person(one.target);
	if (!who || !chance.fells || chance.against) return null;
	const alone = !table.view.people.some((other) => other !== who && other.side === who.side && other.up);
	if (alone) return el('span.so', {}, 'If ', bdi(who.name), ' falls, nobody of ', bdi(who.side), ' is left.');
	return chance.shakes && el('span.so', {}, 'If ', bdi(who.name), ' falls, ', bdi(who.side), ' must check morale.');
}
