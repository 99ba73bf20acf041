// What a page says to whoever has no seat at its fight.
import { el, find, show } from './dom.js';

export function missing(why) {
	find('#banner').className = 'over'; // else it is shown only on one's turn
	find('#banner').textContent = why;
	show(
		find('#asks'),
		el('h2', {}, 'Ask your referee for your link'),
		el('p', {}, 'Every seat at the table has a link of its own, or a code to scan. Without it this page can show nothing.'),
	);
}
