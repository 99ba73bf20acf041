// A scenario as the form sees it, out of its text and back: sides, people, and whatever else it says, kept as it is.
import { inline, read } from './yaml.js';

const COUNTED = /^(\d+|\d*d\d+(?:[+-]\d+)?)\s+(.+)$/i;

/** How many, and of what: "5 orc" is five of the kind, "Grub" one of that name. */
function heading(text, key) {
	const found = COUNTED.exec(text);
	return found ? { count: found[1], [key]: found[2] } : { [key]: text };
}

/** One line of members with its short forms written out. */
function member(item) {
	if (typeof item === 'string') return heading(item, 'monster');
	const entries = Object.entries(item);
	const [head, below] = entries[0] || [];
	const short = entries.length === 1 && (below === null || (typeof below === 'object' && !Array.isArray(below)));
	if (!short) return { ...item };
	const keys = below || {};
	return {
		...heading(head, 'monster' in keys || 'class' in keys || !COUNTED.test(head) ? 'name' : 'monster'),
		...keys,
	};
}

/** The text as the form takes it; throws where it says more than the form can hold. */
export function parse(text) {
	const { sides = {}, ...rest } = read(text);
	return {
		rest,
		sides: Object.entries(sides || {}).map(([name, side]) => {
			const { members = [], ...own } = Array.isArray(side) ? { members: side } : side || {};
			return { name, own, members: (members || []).map(member) };
		}),
	};
}

function line({ name, count, monster, ...keys }) {
	const many = count != null && String(count) !== '' && String(count) !== '1';
	const plain = Object.keys(keys).length === 0;
	if (!name && monster) {
		const head = many ? `${count} ${monster}` : monster;
		return plain ? inline(head) : `${inline(many ? head : `1 ${monster}`)}: ${inline(keys)}`;
	}
	const all = {
		...(many && { count: /^\d+$/.test(count) ? Number(count) : count }),
		...(monster && { monster }),
		...keys,
	};
	return name ? `${inline(name)}: ${inline(all)}` : inline(all);
}

const filled = (map) =>
	Object.fromEntries(
		Object.entries(map).filter(
			([, value]) => value !== '' && value != null && !(Array.isArray(value) && !value.length),
		),
	);

/** The text of what the form holds. */
export function text({ rest, sides }) {
	const { title, rules, distance, terrain, ...more } = filled(rest);
	const head = filled({
		title,
		rules,
		distance,
		terrain: terrain && Object.keys(filled(terrain)).length ? filled(terrain) : null,
	});
	const lines = Object.entries(head).map(([key, value]) => `${key}: ${inline(value)}`);
	lines.push('sides:');
	for (const side of sides) {
		lines.push(`  ${inline(side.name)}:`);
		for (const [key, value] of Object.entries(filled(side.own))) lines.push(`    ${key}: ${inline(value)}`);
		if (side.members.length) lines.push('    members:', ...side.members.map((one) => `      - ${line(filled(one))}`));
	}
	for (const [key, value] of Object.entries(more)) {
		if (key === 'creatures' && !Array.isArray(value) && typeof value === 'object')
			lines.push('creatures:', ...Object.entries(value).map(([name, entry]) => `  ${inline(name)}: ${inline(entry)}`));
		else if (Array.isArray(value)) lines.push(`${key}:`, ...value.map((one) => `  - ${inline(one)}`));
		else lines.push(`${key}: ${inline(value)}`);
	}
	return `${lines.join('\n')}\n`;
}
