// The referee's field below the rail: whoever comes into the fight now.
import { capital, el, find } from './dom.js';

if (!find('[href$="referee.css"]')) document.head.append(el('link', { rel: 'stylesheet', href: '/pages/referee.css' }));

function add(event, atRow) {
	event.preventDefault();
	const form = event.target;
	atRow().then((it) => it?.add(form));
}

export const adding = (view, atRow) =>
	el(
		'form.add-one',
		{ onsubmit: (event) => add(event, atRow), 'data-key': 'add', 'data-test': 'add-one' },
		el('input', { name: 'who', required: true, autocomplete: 'off', placeholder: 'Add someone: 2 goblins', 'aria-label': 'Add someone', 'data-test': 'add-who' }),
		el(
			'select',
			{ name: 'side', 'aria-label': 'to side' },
			[...view.sides].sort((a, b) => a.players - b.players).map((one) => el('option', { value: one.name }, capital(one.name))),
		),
		el('button', { 'data-test': 'add-them' }, 'Add'),
	);
