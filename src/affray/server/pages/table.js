// What this screen knows of the fight, what is selected on it, and how something is said.
import { ask, inFight, listen, sayOnce, trying } from './api.js';
import { tell } from './dom.js';

export const table = { view: null, last: 0, cursor: null, ticked: new Set(), chances: null };
const watchers = [];
let busy = false;

/** `watcher(items)` is called whenever there is something new to see; without items only the selection changed. */
export const watch = (watcher) => watchers.push(watcher);
export const redraw = (items = []) => table.view && watchers.forEach((watcher) => watcher(items));
export const referee = () => table.view?.you.role === 'referee';
export const person = (name) => table.view?.people.find((one) => one.name === name);
/** Whether this screen may answer the question that stands. */
export const mayAnswer = () => Boolean(table.view?.asks && (table.view.asks.yours || referee()));

/** Whom the referee's tools would change: all that are ticked, else the one selected. */
export const chosen = () =>
	table.ticked.size
		? table.view.people.map((one) => one.name).filter((name) => table.ticked.has(name))
		: table.cursor
			? [table.cursor]
			: [];

/** Takes a frame or an answer's result; the same news may come both ways, and is told once. */
export function take({ view, items = [] }) {
	const news = items.filter((item) => item.n > table.last);
	if (news.length) table.last = news.at(-1).n;
	if (view && (!table.view || view.n >= table.view.n)) {
		if (view.asks?.deadline != null) view.asks.until = Date.now() + view.asks.deadline * 1000;
		if (view.n !== table.view?.n) table.chances = null;
		table.view = view;
		for (const name of table.ticked) if (!person(name)) table.ticked.delete(name);
		if (!person(table.cursor)) table.cursor = null;
	}
	redraw(news);
}

/** Says something to the fight as it was seen here; true if it was taken. One thing at a time: clicks don't pile up. */
export async function say(path, body = {}, done = '') {
	if (busy) return false;
	busy = true;
	document.body.classList.add('busy');
	try {
		const result = await sayOnce(path, { ...body, seen: table.view.n });
		if (result.view) take(result);
		if (result.suggested) tell('Suggested; the referee confirms it.');
		else if (done) tell(done);
		return true;
	} catch (trouble) {
		if (trouble.status === undefined) throw trouble;
		tell(trouble.message, true, trouble.clause);
		if (trouble.status === 409) await look();
		return false;
	} finally {
		busy = false;
		document.body.classList.remove('busy');
	}
}

export const undo = () => say('/undo', { steps: 1 });
export const redo = () => say('/redo');

export const look = async () => {
	const found = await trying(() => ask(inFight('')));
	if (found) take({ view: found.view || found }); // its lines come through the socket, in order
};

export const start = (state) => listen(() => table.last, take, state);

export function select(name) {
	table.cursor = name;
	redraw();
}

export function tick(name, on) {
	table.ticked[on ? 'add' : 'delete'](name);
	redraw();
}

/** How far two are apart, as on a board. */
export const apart = (one, other) =>
	Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y), Math.abs((one.z || 0) - (other.z || 0)));
export const far = (length) => `${Math.round(length * 10) / 10} ${unit()}`;
export const unit = () =>
	({ feet: 'ft', foot: 'ft', metres: 'm', metre: 'm' })[table.view.fight.unit] || table.view.fight.unit;
