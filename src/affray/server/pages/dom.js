// Making and renewing elements: text is only ever text, and what has the focus keeps it.
const SVG = new Set(['svg', 'g', 'circle', 'defs', 'ellipse', 'clipPath', 'image', 'line', 'path', 'pattern', 'polygon', 'polyline', 'rect', 'text', 'title', 'use']);
const LIVE = ['onclick', 'onsubmit', 'oninput', 'onchange', 'onkeydown', 'ontoggle'];

/** An element: `el('button.big', {onclick, 'data-test': 'roll'}, 'Roll')`. */
export function el(name, given = {}, ...inside) {
	const [tag, ...classes] = name.split('.');
	const made = SVG.has(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
	if (classes.length) made.setAttribute('class', classes.join(' '));
	for (const [key, value] of Object.entries(given)) {
		if (value == null || value === false) continue;
		if (key.startsWith('--')) made.style.setProperty(key, value);
		else if (key.startsWith('on') || key === 'value' || key === 'checked') made[key] = value;
		else made.setAttribute(key, value === true ? '' : value);
	}
	made.append(...inside.flat(9).filter((one) => one != null && one !== false && one !== ''));
	return made;
}

/** A name in its own direction, so that right-to-left names don't turn a sentence round. */
export const bdi = (name) => el('bdi', { dir: 'auto' }, name);
export const find = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
export const percent = (share) => `${Math.round(share * 100)}%`;
export const several = (count, one, many = one + 's') => `${count} ${count === 1 ? one : many}`;

/** Gives `parent` these children, keeping the elements that are alike; the focus stays, or goes to `[data-home]`. */
export function show(parent, ...inside) {
	const active = document.activeElement;
	const held = parent.contains(active) && active !== parent;
	renew(parent, [...el('div', {}, ...inside).childNodes]);
	if (!held || document.activeElement === active) return;
	const next = parent.contains(active) ? active : find('[data-home]', parent);
	next?.focus({ preventScroll: true });
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute('data-key') : null);
const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b) && a.type === b.type;

function renew(parent, fresh) {
	const keyed = new Map([...parent.childNodes].filter(keyOf).map((node) => [keyOf(node), node]));
	let at = parent.firstChild;
	for (const node of fresh) {
		const old = keyOf(node) ? keyed.get(keyOf(node)) : at;
		if (!old || old.parentNode !== parent || !alike(old, node)) {
			parent.insertBefore(node, at);
			continue;
		}
		morph(old, node);
		if (old === at) at = at.nextSibling;
		else parent.insertBefore(old, at);
	}
	while (at) {
		const next = at.nextSibling;
		at.remove();
		at = next;
	}
}

function morph(old, fresh) {
	if (old.nodeType !== 1) {
		if (old.data !== fresh.data) old.data = fresh.data;
		return;
	}
	// An open fold is the reader's doing, a style attribute is forbidden by the policy: neither is carried over.
	for (const { name } of [...old.attributes])
		if (!fresh.hasAttribute(name) && name !== 'open' && name !== 'style') old.removeAttribute(name);
	for (const { name, value } of fresh.attributes)
		if (name !== 'style' && name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value);
	if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
	for (const handler of LIVE) old[handler] = fresh[handler];
	if (old.type === 'checkbox') old.checked = fresh.checked;
	const picked = old.nodeName === 'SELECT' && find('[selected]', fresh) && fresh.value;
	renew(old, [...fresh.childNodes]);
	if (picked) old.value = picked;
}

/** Words for a moment, at the foot of the page; mistakes are read out at once. */
export function tell(words, wrong = false, clause = null) {
	const place = find('#told');
	(all('dialog[open]').at(-1) || document.body).append(place); // behind an open dialog nobody would see it
	place.setAttribute('role', wrong ? 'alert' : 'status');
	show(
		place,
		el(
			'p',
			{ class: wrong ? 'wrong' : 'fine' },
			words,
			' ',
			clause && cite(clause),
			el('button.quiet', { onclick: () => show(place), 'aria-label': 'Close this message' }, '×'),
		),
	);
	clearTimeout(tell.timer);
	tell.timer = setTimeout(() => show(place), wrong ? 12000 : 5000);
}

/** A quiet mark that opens the rule; api.js then shows its wording. */
export const cite = (clause) =>
	clause &&
	el('button.clause', { 'data-clause': clause, 'data-test': 'clause', title: 'The rule', 'aria-label': `The rule: ${clause}` }, '§');
