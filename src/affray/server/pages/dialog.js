// Dialogs, and the look of what is seldom seen.
import { el, find } from './dom.js';

/** The look of what is seldom seen is fetched when it first is. */
export function dress(name = 'seldom') {
	if (!find(`[href$="${name}.css"]`)) document.head.append(el('link', { rel: 'stylesheet', href: `/pages/${name}.css` }));
}

/** A dialog with a heading and a way out; it is gone from the page when closed, and the focus goes back. */
export function dialog(title, ...inside) {
	dress();
	const from = document.activeElement;
	const made = el(
		'dialog',
		{ 'aria-label': title, 'data-test': 'dialog' },
		el(
			'header',
			{},
			el('h2', { tabindex: -1, autofocus: true }, title),
			el('button.quiet', { onclick: () => made.close(), 'data-test': 'close' }, 'Close'),
		),
		...inside,
	);
	made.addEventListener('close', () => {
		if (find('#told', made)) document.body.append(find('#told'));
		made.remove();
		if (from?.isConnected) from.focus();
	});
	document.body.append(made);
	made.showModal();
	return made;
}
