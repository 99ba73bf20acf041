// Dice that fell on the table, typed in: one field a die, and digits jump to the next; or beside the answer, before they are asked for.
import { dress } from './dialog.js';
import { all, el, find, several } from './dom.js';
import { glyph } from './drawings.js';
import { redraw, say, table } from './table.js';

/** Whether another digit could still make a face of the die. */
const full = (text, sides) => text.length >= String(sides).length || Number(text) * 10 > sides || text === '';

/** What a die is called; of a d2 also how a d6 shows it. */
const called = (sides) => (sides === 2 ? 'd2 (a d6: 1 to 3 is 1, 4 to 6 is 2)' : `d${sides}`);

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

const pressed = { die: '', face: null }; // the face that is pressed, of which die
const FACES = 20; // the largest die with a button for each face

/** A button for each face of a single die, for thumbs; Enter gives the one that is pressed. */
function pad(sides, key) {
	const press = (face) => {
		Object.assign(pressed, { die: key, face });
		const field = find('#asks .die');
		field.value = face;
		field.setCustomValidity('');
		field.setAttribute('aria-invalid', 'false');
		redraw();
	};
	return el(
		'div.pad',
		{ role: 'group', 'aria-label': `Faces of the d${sides}`, 'data-test': 'pad' },
		Array.from({ length: sides }, (_, n) =>
			el('button', { type: 'button', 'aria-pressed': String(pressed.die === key && pressed.face === n + 1), onclick: () => press(n + 1), 'data-key': `face${n + 1}`, 'data-test': 'face' }, n + 1),
		),
	);
}

export function diceForm(asks, answer, n) {
	const { count, sides, purpose, needed } = asks.dice;
	const key = `${n}-0`;
	const face = pressed.die === key ? ` ${pressed.face}` : '';
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
			el('strong', {}, `${several(count, 'die', 'dice')}: ${count > 1 ? count : ''}${called(sides)}`),
			purpose && ` ${purpose}`,
			needed && el('span.needed', {}, needed),
		),
		count === 1 && sides <= FACES && pad(sides, key),
		el(
			'div.row',
			{},
			Array.from({ length: count }, (_, number) => die(number)),
			el('button.main', { 'data-test': 'roll' }, `Enter${face}`),
			el('button', { type: 'button', 'data-test': 'roll-for-me', onclick: () => answer('roll') }, 'Roll for me'),
			el(
				'button.quiet',
				{ type: 'button', 'data-test': 'undo-die', onclick: () => say('/undo-die') },
				'Correct the last die',
			),
		),
	);
}

// --- dice beside an answer

const field = (name, words, label) =>
	el('label', {}, words, el('input', { name, inputmode: 'numeric', autocomplete: 'off', maxlength: 12, 'aria-label': label, 'data-test': `beside-${name}`, 'data-key': `beside-${name}` }));

/** Two fields for who has rolled already: to hit, and the damage. */
export const inlineDice = () =>
	el('div.beside', {}, glyph('d20'), field('hit', 'to hit', 'The die to hit, if you have rolled it'), field('damage', 'and if it hits', 'The dice of damage, if you have rolled them'));

/** What stands in them: for each roll its faces. */
export const typedDice = () => all('#asks .beside input').map((one) => one.value.match(/\d+/g) || []).filter((faces) => faces.length);

/** Answers the dice that are asked of the same one, with what was typed or with a roll, as far as it goes. */
export async function giveDice(who, rolls, roll, answer) {
	for (const faces of roll ? ['roll', 'roll', 'roll', 'roll'] : rolls) {
		const { asks } = table.view;
		if (asks?.kind !== 'dice' || asks.who !== who) return;
		const words = roll ? 'roll' : fits(faces, asks.dice) && faces.join(' ');
		if (!words) return find('#asks .die')?.focus();
		if (!(await answer(words))) return;
	}
}

const fits = (faces, { count, sides }) => faces.length === count && faces.every((face) => face >= 1 && face <= sides);

dress('dice');
