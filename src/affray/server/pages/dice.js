// Dice that fell on the table, typed in: one field a die, and digits jump to the next.
import { all, el, several } from './dom.js';
import { say } from './table.js';

/** Whether another digit could still make a face of the die. */
const full = (text, sides) => text.length >= String(sides).length || Number(text) * 10 > sides || text === '';

function typed(event, sides) {
	const field = event.target;
	field.value = field.value.replace(/\D/g, '');
	field.setCustomValidity(
		Number(field.value) < 1 || Number(field.value) > sides ? `A d${sides} shows 1 to ${sides}.` : '',
	);
	field.setAttribute('aria-invalid', String(field.value !== '' && !field.validity.valid));
	if (!field.value || !field.validity.valid || !full(field.value, sides)) return;
	const fields = all('input, button', field.form);
	fields[fields.indexOf(field) + 1]?.focus();
}

/** Backspace in an empty field goes back to the die before it, a space on to the next. */
function jump(event) {
	const step = event.key === ' ' ? 1 : event.key === 'Backspace' && !event.target.value ? -1 : 0;
	if (!step) return;
	event.preventDefault();
	const fields = all('input', event.target.form);
	fields[fields.indexOf(event.target) + step]?.focus();
}

export function diceForm(asks, answer, n) {
	const { count, sides, purpose, needed } = asks.dice;
	const die = (number) =>
		el('input.die', {
			inputmode: 'numeric',
			autocomplete: 'off',
			maxlength: String(sides).length,
			required: true,
			name: `die${number}`,
			'aria-label': `d${sides}${count > 1 ? `, ${number + 1} of ${count}` : ''}${purpose ? ` ${purpose}` : ''}`,
			'data-test': 'die',
			'data-key': `${n}-${number}`,
			placeholder: `d${sides}`,
			oninput: (event) => typed(event, sides),
			onkeydown: jump,
		});
	return el(
		'form.dice',
		{
			'data-key': `dice${n}`,
			onsubmit: (event) => {
				event.preventDefault();
				answer(
					all('.die', event.target)
						.map((field) => Number(field.value))
						.join(' '),
				);
			},
		},
		el(
			'p',
			{},
			el('strong', {}, `${several(count, 'die', 'dice')}: ${count > 1 ? count : ''}d${sides}`),
			purpose && ` ${purpose}`,
			needed && el('span.needed', {}, needed),
		),
		el(
			'div.row',
			{},
			Array.from({ length: count }, (_, number) => die(number)),
			el('button.primary', { 'data-test': 'roll' }, 'So they fell'),
			el('button', { type: 'button', 'data-test': 'roll-for-me', onclick: () => answer('roll') }, 'Roll for me'),
			el(
				'button.quiet',
				{ type: 'button', 'data-test': 'undo-die', onclick: () => say('/undo-die') },
				'The last die was wrong',
			),
		),
	);
}
