// What this is, in two minutes: a dialog for whoever opens the table for the first time.
import { el } from './dom.js';
import { dialog } from './dialog.js';
import { glyph } from './drawings.js';

const STEPS = [
	['eye', 'One question at a time', 'Affray knows whose turn it is and asks: whom does Anna strike? The answers that make most sense stand first, with their chances. What the rules forbid is folded away, with the reason.'],
	['d20', 'Your dice or its dice', 'Roll at the table and type what the dice show, or press Roll. Each line says which dice fell, what was added and what it had to beat.'],
	['undo', 'Anything can be undone', 'A wrong click, a wrong die, a wrong ruling: press Undo, as often as you like. Nothing is lost, not even in a power cut.'],
	['people', 'Phones, if you like', 'One code for everybody. Each player sees only what their characters know and answers on the phone; the TV shows the map. You can also play alone on this computer.'],
	['crown', 'You are the referee', 'Change hit points at a row, drag tokens, add a troll, overrule a line. The book decides what you leave to it: § opens the rule.'],
	['chance', 'Before the fight', 'Build it by typing names or pasting stat blocks, and see at once how deadly it is.'],
];

export function tour(play) {
	const shown = dialog(
		'What is this?',
		el('p', {}, 'Affray runs the fights of old-school games. You tell the story; it asks, adds up, remembers and explains.'),
		el('ul.tour', {}, STEPS.map(([mark, title, words]) => el('li', {}, glyph(mark), el('div', {}, el('h3', {}, title), el('p', {}, words))))),
		el('p.inline', {}, el('button.main', { type: 'button', 'data-test': 'tour-play', onclick: () => { shown.close(); play(); } }, 'Play a first fight'), el('span.small', {}, 'Ten minutes, nothing to set up.')),
	);
}
