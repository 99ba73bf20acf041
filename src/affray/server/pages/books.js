// The books on the home page: what each is like, and which one ready fights are played by.
import { capital, el } from './dom.js';
import { bookMark } from './drawings.js';
import { count } from './numbers.js';

const KEPT = 'book';
const LIKE = {
	classic: 'One d6 a side, then steps in order. Start here.',
	tempo: 'Initiative is a purse: spend it on shields and ripostes.',
	procedure: 'Declare, charge, shoot, act. Nothing forgotten.',
	vanguard: 'Heroes move first, and may cheat death.',
	fourfold: 'Four kinds of action; even a miss may hurt.',
};
let chosen = '';

/** Takes the book that was chosen here last, if the table still has it. */
export function chooseFrom(books) {
	const names = books.map((one) => one.name);
	const last = localStorage.getItem(KEPT);
	chosen = names.includes(last) ? last : names[0];
}

/** The book that ready fights are played by, unless they name their own. */
export const chosenBook = () => chosen;

function choose(name, redraw) {
	chosen = name;
	localStorage.setItem(KEPT, name);
	redraw();
}

const like = (book) => LIKE[book.name] || capital(book.title.replace(/^[^:]*: /, ''));

const card = (book, redraw) =>
	el(
		'button.book',
		{ type: 'button', 'data-key': book.name, 'data-test': 'book', 'data-name': book.name, role: 'radio', 'aria-checked': String(book.name === chosen), tabindex: book.name === chosen ? 0 : -1, onclick: () => choose(book.name, redraw) },
		bookMark(book.name),
		el('span', {}, el('b', {}, capital(book.name)), el('small', {}, like(book))),
	);

/** Arrow keys go from book to book, as among radio buttons. */
function move(event, { books }, redraw) {
	const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	if (!by) return;
	event.preventDefault();
	const at = books.findIndex((one) => one.name === chosen);
	choose(books[(at + by + books.length) % books.length].name, redraw);
	event.currentTarget.querySelector('[aria-checked=true]').focus();
}

export const books = (page, redraw) => [
	el('div.heading', {}, el('h2', { id: 'books-title' }, `${capital(count(page.books.length))} books to play by`), el('small', {}, 'Ready fights are played by the chosen one.')),
	el('div.books', { role: 'radiogroup', 'aria-labelledby': 'books-title', onkeydown: (event) => move(event, page, redraw) }, page.books.map((book) => card(book, redraw))),
];
