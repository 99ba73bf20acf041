// Tokens that would stand on each other, moved apart by whole squares: as few as possible, and the nearest free ones.
const RINGS = 4;
const ACROSS = 2 * RINGS + 1;
const STEPS = Array.from({ length: ACROSS ** 2 }, (_, n) => [(n % ACROSS) - RINGS, Math.floor(n / ACROSS) - RINGS]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
const CLOSE = 0.97; // of two tokens side by side, and of one that has fallen
const FALLEN = 0.5;

/** `spots`: {x, y, up}, in the order in which they may stay; returns the same with free places. */
export function spread(spots, square, width) {
	const done = [];
	for (const spot of spots) {
		const free = ([x, y]) => done.every((other) => Math.hypot(other.x - spot.x - x * square, other.y - spot.y - y * square) >= width * (other.up && spot.up ? CLOSE : FALLEN));
		const [x, y] = STEPS.find(free) || [0, 0];
		done.push({ ...spot, x: spot.x + x * square, y: spot.y + y * square });
	}
	return done;
}
