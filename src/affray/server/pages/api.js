// Calls to the table: the token of the link, answers that may be repeated, a socket that comes back.
import { tell } from './dom.js';
import { forget, token } from './seat.js';

export const fightId = location.pathname.split('/')[2];
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('');

/** What the server refused, or that it could not be reached (status 0). */
export class Trouble extends Error {
	constructor(status, said) {
		super(said?.error || `The table answered ${status}.`);
		Object.assign(this, { status, clause: said?.clause || null });
	}
}

const UNREACHED = 'The table can’t be reached; nothing is lost, try again in a moment.';
const GATEWAY = [502, 503, 504]; // what a proxy answers while the process behind it is replaced

/** Sends a request; `signal` calls it off. */
export async function call(method, path, body, signal) {
	const mine = token();
	let answer;
	try {
		answer = await fetch(path, {
			method,
			headers: { ...(mine && { Authorization: `Bearer ${mine}` }), ...(body && { 'Content-Type': 'application/json' }) },
			body: body && JSON.stringify(body),
			referrerPolicy: 'no-referrer',
			cache: 'no-store',
			signal,
		});
	} catch {
		throw new Trouble(0, { error: UNREACHED });
	}
	const kind = answer.headers.get('Content-Type') || '';
	const text = await answer.text();
	const said = text && kind.startsWith('application/json') ? JSON.parse(text) : text;
	if (answer.status === 401) forget(mine);
	if (GATEWAY.includes(answer.status) && !said?.error) throw new Trouble(0, { error: UNREACHED });
	if (!answer.ok) throw new Trouble(answer.status, said);
	return said;
}

/** Calls until the table is reached, five times in six seconds; only what may be repeated. */
async function persist(method, path, body) {
	for (let again = 0; ; again++) {
		try {
			return await call(method, path, body);
		} catch (trouble) {
			if (trouble.status || again > 3) throw trouble;
			await new Promise((wake) => setTimeout(wake, 400 * 2 ** again));
		}
	}
}

export const ask = (path) => persist('GET', path);
export const inFight = (path) => `/api/fights/${fightId}${path}`;

/** Runs `act`; what goes wrong is told on the page, and null comes back. */
export async function trying(act) {
	try {
		return await act();
	} catch (trouble) {
		if (!(trouble instanceof Trouble)) throw trouble;
		tell(trouble.message, true, trouble.clause);
		return null;
	}
}

/** A part of the page that is fetched when it is first wanted; null, and told, where that fails. */
export const bring = (name) =>
	trying(() =>
		import(`./${name}.js`).catch(() => {
			throw new Trouble(0, { error: 'The table can’t be reached; try again in a moment.' });
		}),
	);

/** Says something once: the key makes a repeat harmless, so a lost connection may try again. */
export const sayOnce = (path, body) => persist('POST', inFight(path), { ...body, key: newKey() });

/** Listens to the fight for good: `heard` takes frames, `state` whether we are connected, `after` what we have. */
export function listen(after, heard, state) {
	let socket,
		timer,
		wait = 500,
		ended = false;
	const TURNED_AWAY = 4401; // a bad token stays bad; everything else is tried again
	function open() {
		clearTimeout(timer);
		socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${inFight('/events')}`);
		const mine = token();
		socket.onopen = () => socket.send(JSON.stringify({ token: mine, after: after() }));
		socket.onmessage = (message) => {
			const frame = JSON.parse(message.data);
			if (frame.error) return state(false, frame.error);
			wait = 500;
			state(true);
			heard(frame);
		};
		socket.onclose = ({ code }) => {
			ended = code === TURNED_AWAY;
			if (ended) return forget(mine);
			state(false);
			timer = setTimeout(open, wait * (0.7 + Math.random() * 0.6));
			wait = Math.min(wait * 2, 8000);
		};
	}
	const now = () => {
		if (ended || document.hidden || socket.readyState < 2) return;
		wait = 500;
		open();
	};
	addEventListener('online', now);
	document.addEventListener('visibilitychange', now);
	open();
}

// A click on any clause shows its wording, and our reading where the chapter is open.
addEventListener('click', async (event) => {
	const id = event.target.closest?.('[data-clause]')?.dataset.clause;
	if (id) (await bring('clause'))?.open(id);
});
