// The view of the map, changed by hand: nearer, farther, to another place.
import { draw, factor, height, peopled, sight, width } from './map.js';

export function zoom(by, at = { x: width() / 2, y: height() / 2 }) {
	const k = Math.max(0.12, Math.min(6 * factor(), sight.k * by));
	const shift = 1 / sight.k - 1 / k;
	pan((at.x - width() / 2) * shift, (at.y - height() / 2) * shift, k);
}

export function pan(x, y, k = sight.k) {
	const box = peopled();
	const within = (at, low, high) => Math.max(low - 300, Math.min(high + 300, at));
	Object.assign(sight, { k, x: within(sight.x + x, box.left, box.right), y: within(sight.y + y, box.top, box.bottom), how: 'hand' });
	draw();
}
