// Lines of the log that were taken back: struck through and folded where they stood, until they hold again.
import { dress } from './dialog.js';
import { el, find, several } from './dom.js';
import { lines } from './log.js';

/** Struck lines go into a fold of their own where they stood, and out of it again when they hold again. */
function fold(rows) {
	for (const [place, mine] of byPlace(rows)) {
		const inside = el('ol');
		place.insertBefore(el('li.struck', {}, el('details', {}, el('summary'), inside)), mine[0]);
		inside.append(...mine);
		count(inside);
	}
}

function byPlace(rows) {
	const places = new Map();
	for (const line of rows) places.set(line.parentNode, [...(places.get(line.parentNode) || []), line]);
	return places;
}

function unfold(rows) {
	for (const line of rows) {
		const struck = line.closest('.struck');
		if (!struck) continue;
		struck.before(line);
		count(find('ol', struck));
	}
}

/** Says how many lines a fold of struck ones has; an empty one goes. */
function count(inside) {
	const many = inside.children.length;
	if (!many) return inside.closest('.struck').remove();
	inside.previousElementSibling.textContent = `${several(many, 'line')} taken back`;
}

export function mark(item) {
	const rows = (item.lines || []).map((n) => lines.get(n)?.row).filter(Boolean);
	const back = item.op === 'back';
	for (const line of rows) {
		line.classList.toggle('gone', back);
		find('.taken', line)?.remove();
		if (back) find('p', line)?.append(el('small.taken', {}, ` taken back${item.by ? ` by ${item.by}` : ''}`));
	}
	if (back) fold(rows);
	else unfold(rows);
}

dress();
