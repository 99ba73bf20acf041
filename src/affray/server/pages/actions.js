// The actions of a turn, in the row of whoever has them.
import { el } from './dom.js';
import { table } from './table.js';

/** What is left of the actions of a turn, as far as any is spent or it is their turn. */
export function actionsOf(who, now) {
	const found = table.view.actions?.[who.name];
	if (!found || (!now && found.every((one) => one.left))) return null;
	return el(
		'ul.actions',
		{ 'aria-label': 'Actions', 'data-test': 'actions' },
		found.map((one) =>
			el('li', { class: one.left ? 'left' : 'spent' }, el('i', { 'aria-hidden': true }), one.name, el('span.hide', {}, one.left ? ', left' : ', spent')),
		),
	);
}
