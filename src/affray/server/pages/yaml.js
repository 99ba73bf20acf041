// The part of YAML that scenarios are written in: blocks, flow lists and maps, plain and quoted words. Anything else
// throws, and is then edited as text: the server reads all of it, this is only what the form needs.
const TRUE = /^(true|yes|on)$/i;
const FALSE = /^(false|no|off)$/i;

function plain(text) {
	if (TRUE.test(text)) return true;
	if (FALSE.test(text)) return false;
	if (text === '' || text === '~' || text === 'null') return null;
	if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
	if (/^[&*!|>%@`]/.test(text)) throw new Error('more than the form can show');
	return text;
}

/** A line without its comment; a # in quotes or inside a word is none. */
const bare = (line) => line.replace(/("(?:[^"\\]|\\.)*"|'[^']*')|(^|\s)#.*$/g, (all, quoted) => quoted || '').trimEnd();

function depth(text) {
	const words = text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
	return (words.match(/[[{]/g) || []).length - (words.match(/[\]}]/g) || []).length;
}

/** Lines with their indents; what is open in brackets goes on in the next. */
function logical(text) {
	const lines = [];
	let open = 0;
	for (const raw of text.split(/\r?\n/)) {
		const line = bare(raw);
		if (!line.trim() || /^(---|\.\.\.)$/.test(line)) continue;
		if (/^\s*\t/.test(line)) throw new Error('a tab');
		if (open > 0) lines.at(-1).text += ` ${line.trim()}`;
		else lines.push({ indent: line.search(/\S/), text: line.trim() });
		open += depth(line);
	}
	return lines;
}

/** A value in flow style, from `at` on; gives it with the place after it. */
function flow(text, at, inside) {
	while (text[at] === ' ') at++;
	if (text[at] === '[' || text[at] === '{') return bracket(text, at);
	const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(text.slice(at))?.[0];
	if (quoted)
		return [quoted[0] === '"' ? JSON.parse(quoted) : quoted.slice(1, -1).replaceAll("''", "'"), at + quoted.length];
	const end = inside ? text.slice(at).search(/,|\]|\}|:(\s|$)/) : -1;
	const word = end < 0 ? text.slice(at) : text.slice(at, at + end);
	return [plain(word.trim()), at + word.length];
}

function bracket(text, at) {
	const map = text[at] === '{';
	const close = map ? '}' : ']';
	const found = map ? {} : [];
	for (at++; ;) {
		while (text[at] === ' ' || text[at] === ',') at++;
		if (at >= text.length) throw new Error(`no ${close}`);
		if (text[at] === close) return [found, at + 1];
		let [value, after] = flow(text, at, true);
		while (text[after] === ' ') after++;
		const key = String(value);
		const pair = text[after] === ':';
		if (pair) [value, after] = flow(text, after + 1, true);
		if (map) found[key] = pair ? value : null;
		else found.push(pair ? { [key]: value } : value); // [Anna: {level: 1}] is a list of one pair
		if (after === at) throw new Error('more than the form can show');
		at = after;
	}
}

export function whole(text) {
	const [value, end] = flow(text, 0, false);
	if (text.slice(end).trim()) throw new Error('more than the form can show');
	return value;
}

const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'[{][^:]*?)\s*:(?:\s+(.*))?$/;

function block(lines, from) {
	const { indent, text } = lines[from];
	return /^-(\s|$)/.test(text) ? items(lines, from, indent) : keys(lines, from, indent);
}

function items(lines, from, indent) {
	const found = [];
	let at = from;
	while (at < lines.length && lines[at].indent === indent && /^-(\s|$)/.test(lines[at].text)) {
		const rest = lines[at].text.slice(1).trim();
		let value = null;
		if (KEY.test(rest) && !/^[[{]/.test(rest)) {
			lines[at] = { indent: indent + lines[at].text.indexOf(rest), text: rest };
			[value, at] = block(lines, at);
		} else if (rest) [value, at] = [whole(rest), at + 1];
		else [value, at] = block(lines, at + 1);
		found.push(value);
	}
	return [found, at];
}

function keys(lines, from, indent) {
	const found = {};
	let at = from;
	while (at < lines.length && lines[at].indent === indent) {
		const match = KEY.exec(lines[at].text);
		if (!match) throw new Error('more than the form can show');
		const key = String(whole(match[1]));
		const next = lines[at + 1];
		if (match[2]) [found[key], at] = [whole(match[2]), at + 1];
		else if (next && (next.indent > indent || (next.indent === indent && /^-(\s|$)/.test(next.text))))
			[found[key], at] = block(lines, at + 1);
		else [found[key], at] = [null, at + 1];
	}
	if (at < lines.length && lines[at].indent > indent) throw new Error('an indent');
	return [found, at];
}

export function read(text) {
	const lines = logical(text);
	if (!lines.length) return {};
	const [value, at] = block(lines, 0);
	if (at < lines.length) throw new Error('more than the form can show');
	return value;
}

/** A value in flow style. Words that would read as something else are quoted. */
export function inline(value) {
	if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
	if (value && typeof value === 'object') return `{${pairs(value)}}`;
	if (typeof value !== 'string') return value === null ? '~' : String(value);
	const safe = /^[\p{L}\d][\p{L}\d '+./-]*$/u.test(value) && value === value.trim() && plain(value) === value;
	return safe ? value : JSON.stringify(value);
}

export const pairs = (map) =>
	Object.entries(map)
		.map(([key, value]) => `${inline(key)}: ${inline(value)}`)
		.join(', ');
/** The same without its brackets, read back: "STR: 13, mount: war horse". */
export const unpairs = (text) => (text.trim() ? whole(`{${text}}`) : {});
