// The user's own images on the map: one below everybody, and portraits on tokens.
import { inFight } from './api.js';
import { el } from './dom.js';
import { draw, onGround } from './map.js';
import { token as key } from './seat.js';
import { table } from './table.js';

/** The user's own image, at its place under everybody. */
export function ground() {
	const under = table.view.images?.map;
	const href = under && picture(under.id);
	if (!href) return null;
	const { x, y } = onGround(under);
	const far = onGround({ x: under.across, y: under.tall });
	return el('image', { href, x, y, width: far.x, height: far.y, preserveAspectRatio: 'none' });
}

const addresses = new Map(); // blob addresses, by the ids of images

/** The address of an image of this fight; it comes in a moment, and the map is drawn again. */
export function picture(id) {
	if (!addresses.has(id)) {
		addresses.set(id, '');
		fetch(inFight(`/images/${id}`), { headers: { Authorization: `Bearer ${key()}` } })
			.then((answer) => (answer.ok ? answer.blob() : null))
			.then((blob) => blob && addresses.set(id, URL.createObjectURL(blob)) && draw())
			.catch(() => addresses.delete(id));
	}
	return addresses.get(id);
}

export function portrait(who) {
	const id = table.view.images?.people[who.name];
	const href = id && picture(id);
	return href && el('image', { href, x: -13.4, y: -13.4, width: 26.8, height: 26.8, preserveAspectRatio: 'xMidYMid slice', 'clip-path': 'url(#portrait)' });
}
