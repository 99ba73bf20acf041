// The fight that is being built: its text, and the form of it; kept in this browser, with the steps back.
import { parse, text as written } from './scenario.js';

const MOST_STEPS = 100;
const MOST_DRAFTS = 8;
const ONE_STEP = 1200; // ms: what is typed without a longer pause is one step
const PREFIX = 'draft ';
const KEPT = ['text', 'people', 'hidden', 'seed'];

/** `hidden`: the places, side and number, of members who are hidden from the players at first. */
export const draft = { text: '', form: null, why: '', people: {}, hidden: [], seed: '', saved: false };
const hidden = new WeakSet(); // the same members, as the form has them
const before = [];
let heard = () => {};
let last = 0;

const key = (search = location.search) => PREFIX + search;

/** Calls `act` after each change. */
export const listen = (act) => (heard = act);
export const canUndo = () => before.length > 0;
export const isHidden = (one) => hidden.has(one);

/** The draft of this address, if there is one; else this text. */
export function begin(text) {
	const kept = stored(key());
	before.length = 0;
	Object.assign(draft, { people: {}, hidden: [], seed: '', text: '', form: null }, kept);
	read(kept?.text ?? text);
	draft.saved = Boolean(kept?.changed);
	return draft.saved;
}

function stored(where) {
	try {
		return JSON.parse(localStorage.getItem(where));
	} catch {
		return null;
	}
}

/** Leaves a text for the page on which fights are built, and goes there. */
export function handOver(name, text) {
	const search = `?file=${encodeURIComponent(name)}`;
	put(key(search), { text, at: Date.now() });
	location.assign(`/build${search}`);
}

function put(where, what) {
	const others = Object.keys(localStorage).filter((one) => one.startsWith(PREFIX) && one !== where);
	const oldest = others.sort((a, b) => (stored(b)?.at || 0) - (stored(a)?.at || 0)).slice(MOST_DRAFTS - 1);
	for (const one of oldest) localStorage.removeItem(one);
	try {
		localStorage.setItem(where, JSON.stringify(what));
		return true;
	} catch {
		return false; // the browser keeps nothing, or has no room
	}
}

const places = () => (draft.form ? draft.form.sides.flatMap((side, s) => side.members.flatMap((one, n) => (hidden.has(one) ? [[s, n]] : []))) : draft.hidden);

function keep() {
	draft.hidden = places();
	const what = Object.fromEntries(KEPT.map((name) => [name, draft[name]]));
	draft.saved = put(key(), { ...what, changed: true, at: Date.now() });
}

export function forget() {
	localStorage.removeItem(key());
	before.length = 0;
}

/** The text, as the form shows it; where it can't, why. */
function read(text) {
	draft.hidden = places();
	draft.text = text;
	try {
		draft.form = parse(text);
		draft.why = '';
		for (const [s, n] of draft.hidden) if (draft.form.sides[s]?.members[n]) hidden.add(draft.form.sides[s].members[n]);
	} catch (error) {
		Object.assign(draft, { form: null, why: error.message });
	}
}

function remember(text) {
	if (Date.now() - last > ONE_STEP || !before.length) before.push(draft.text);
	if (before.length > MOST_STEPS) before.shift();
	last = Date.now();
	draft.text = text;
}

/** The form was changed: the text is written anew. */
export function changed() {
	const now = written(draft.form);
	if (now !== draft.text) remember(now);
	keep();
	heard();
}

/** The text was changed: so is the form. */
export function typed(text) {
	remember(text);
	read(text);
	keep();
	heard();
}

export function hide(one, on) {
	hidden[on ? 'add' : 'delete'](one);
	noted();
}

/** A side with another name keeps who decides for it. */
export function renameSide(side, name) {
	if (draft.people[side.name]) draft.people[name] = draft.people[side.name];
	delete draft.people[side.name];
	side.name = name;
	changed();
}

/** Something beside the scenario was changed: who decides, who is hidden, the seed. */
export function noted() {
	keep();
	heard();
}

export function undo() {
	if (!before.length) return;
	read(before.pop());
	last = 0;
	keep();
	heard();
}
