// What is said of people on several pages: health, conditions, names.
import { bdi, el, several } from './dom.js';
import { table } from './table.js';

const SHARES = { fresh: 1, hurt: 0.6, 'badly hurt': 0.25, down: 0 };

/** The share of a bar; where numbers are not known, what can be seen. */
export const share = (who) =>
	who.max_hp ? Math.max(0, Math.min(1, (who.hp ?? 0) / who.max_hp)) : (SHARES[who.health] ?? 1);
export const healthWords = (who) => (who.out ? who.out : who.hp != null ? `${who.hp} / ${who.max_hp} hp` : who.health === 'fresh' ? 'unhurt' : who.health);
export const sideNumber = (name) => table.view.sides.findIndex((side) => side.name === name);
export const sideClass = (name) => `side-${sideNumber(name) % 4}`;

/** "1 round left"; nothing where it outlasts the fight. */
export const timeLeft = (one) =>
	one.left == null ? '' : one.left ? ` · ${several(one.left, 'round')} left` : ' · this round';

/** The sentence with its names set apart, each in its own direction. */
export function sentence(words) {
	const names = table.view.people.map((who) => who.name).sort((a, b) => b.length - a.length);
	const parts = [];
	let rest = words;
	const next = () =>
		names
			.map((name) => [rest.indexOf(name), name])
			.filter(([at]) => at >= 0)
			.sort((a, b) => a[0] - b[0])[0];
	for (let found = next(); found; found = next()) {
		parts.push(rest.slice(0, found[0]), el('b', {}, bdi(found[1])));
		rest = rest.slice(found[0] + found[1].length);
	}
	return [...parts, rest];
}
