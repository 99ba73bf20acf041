// The survivors go home: written back into the party the table keeps, said again after an undo, or taken back.
import { call, inFight, trying } from './api.js';
import { bdi, el, find, show, tell } from './dom.js';
import { look, redraw, table, watch } from './table.js';

async function go(method, said) {
	const seen = table.view.n;
	const done = await trying(() =>
		method === 'POST'
			? call('POST', inFight('/survivors'), { seen })
			: call('DELETE', inFight(`/survivors?seen=${seen}`)),
	);
	if (done) tell(said);
	await look();
}

const writing = (words, name) =>
	el('button', { onclick: () => go('POST', `${name} has its survivors.`), 'data-test': 'write-back' }, words);
const taking = (name) =>
	el('button', { onclick: () => go('DELETE', `${name} is as it was before.`), 'data-test': 'take-back' }, 'Undo');

function home({ name, written }, over) {
	if (!written)
		return over && el('p.inline', { 'data-test': 'home' }, writing(['Write the survivors back to ', bdi(name)], name));
	return el(
		'p.inline',
		{ 'data-test': 'home' },
		el(
			'span',
			{},
			bdi(name),
			` was written after line ${written.line}${written.holds ? '.' : ', and that has been changed since.'}`,
		),
		!written.holds && over && writing('Write it again', name),
		taking(name),
	);
}

/** A way home for each kept party that somebody here came from. */
export const homes = (view) => view.homes.map((one) => home(one, view.fight.over));

/** While the fight goes on again, what was written of its end waits to be taken back. */
watch(() => {
	const { view } = table;
	const astray = !view.fight.over && view.homes.some((one) => one.written && !one.written.holds);
	show(
		find('#astray'),
		astray && el('section.card.due', { 'data-test': 'astray' }, el('h2', {}, 'Written back before'), homes(view)),
	);
});
redraw();
