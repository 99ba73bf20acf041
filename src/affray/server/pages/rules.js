// By which book a fight is played: its title, its house rules and options.
import { dialog } from './dialog.js';
import { capital, el } from './dom.js';
import { table } from './table.js';

export function open() {
	const { fight } = table.view;
	const options = Object.entries(fight.options);
	dialog(
		capital(fight.book),
		el('p', {}, capital(fight.book_title)),
		fight.house.length > 0 && [
			el('h3', {}, 'House rules'),
			el(
				'ul',
				{},
				fight.house.map((words) => el('li', {}, words)),
			),
		],
		options.length > 0 && [
			el('h3', {}, 'Options'),
			el(
				'dl.keys',
				{},
				options.map(([name, value]) => [el('dt', {}, name), el('dd', {}, String(value))]),
			),
		],
	);
}
