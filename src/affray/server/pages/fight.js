// The page of a fight: its head, the steps of the round, the banner; referee and players share it.
import { bring } from './api.js';
import './board.js';
import './map.js';
import './ask.js';
import './log.js';
import { bdi, capital, dialog, el, find, several, show } from './dom.js';
import { token } from './seat.js';
import { chosen, redo, redraw, referee, start, table, undo, watch } from './table.js';

const stored = (name) => localStorage.getItem(name) === 'on';

/** A switch that this browser remembers. */
function keeping(selector, name, changed) {
	const button = find(selector);
	const paint = () => button.setAttribute('aria-pressed', String(stored(name)));
	button.onclick = () => {
		localStorage.setItem(name, stored(name) ? 'off' : 'on');
		paint();
		changed(stored(name));
	};
	paint();
}

const ring = async () => (await bring('sound'))?.ring();

function head({ fight, settings, you, seats_here }) {
	document.title = `${fight.title} · Affray`;
	find('#title').textContent = fight.title;
	find('#book').textContent = [capital(fight.book), fight.house.length && several(fight.house.length, 'house rule')]
		.filter(Boolean)
		.join(' · ');
	find('#round').textContent = fight.over ? 'Over' : fight.round ? `Round ${fight.round}` : 'Before the first round';
	find('#undo').hidden = find('#redo').hidden = !(you.may.undo || referee());
	find('#odds-switch').hidden = !you.may.odds;
	find('#players').hidden = !referee();
	find('#players').textContent = `Players (${seats_here.length} here)`;
	find('[value=journal]').hidden = !referee();
	find('#after').hidden = !(fight.over || referee());
	document.body.dataset.role = you.role;
	document.body.classList.toggle('confirming', settings.confirm);
}

function steps(view) {
	const place = find('#steps');
	show(
		place,
		view.steps.map((step, n) =>
			el(
				'li',
				{
					class: step.state.replace(' ', '-'),
					'aria-current': step.state === 'now' ? 'step' : null,
					'data-key': n + step.name,
				},
				step.name,
				el('span.hide', {}, `, ${step.state}`),
			),
		),
	);
	const now = find('.now', place);
	if (now) place.scrollLeft = now.offsetLeft - place.clientWidth / 3; // on a phone the step we are in is seen
}

let turn = '';
function banner(view) {
	const { asks, fight, you } = view;
	const place = find('#banner');
	const yours = Boolean(asks?.yours) && you.role === 'player' && !fight.over;
	place.className = yours ? 'yours' : fight.over ? 'over' : '';
	const words = fight.over
		? fight.winner
			? ['Won by ', bdi(fight.winner)]
			: 'The fight is over'
		: yours
			? [asks.reaction ? 'Your reaction: ' : 'Your turn: ', bdi(asks.who), asks.kind === 'dice' ? ' rolls' : '']
			: asks
				? ['Waiting for ', bdi(asks.who)]
				: 'One moment';
	show(place, words);
	document.title = `${yours ? '● ' : ''}${document.title}`;
	const now = yours ? `${asks.who}${asks.ask}${asks.what}` : '';
	if (now && now !== turn && stored('sound')) ring();
	turn = now;
}

function rules() {
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

function connected(on, error) {
	const place = find('#line');
	place.textContent = error || (on ? 'connected' : 'connecting …');
	place.className = error ? 'wrong' : on ? 'on' : 'off';
	if (error) missing(error);
}

function missing(why) {
	find('#banner').textContent = why;
	show(
		find('#asks'),
		el('h2', {}, 'Ask your referee for your link'),
		el(
			'p',
			{},
			'Every seat at the table has a link of its own, or a code to scan. Without it this page can show nothing.',
		),
	);
}

/** The referee's tools are fetched when it first opens: by its heading, a key, or somebody selected. */
const hand = find('#hand');
hand.ontoggle = async () => hand.open && (await bring('hand'))?.begin();

watch(async (items) => {
	const { view } = table;
	head(view);
	steps(view);
	banner(view);
	hand.hidden = !referee();
	if (referee() && chosen().length) hand.open = true;
	if ([view.ahead, view.suggestions, view.due, view.standing].some((list) => list.length)) bring('besides');
	if (view.homes.some((one) => one.written)) bring('homes');
	find('#summary').hidden = !view.fight.over;
	if (view.fight.over && items.length) (await bring('after'))?.summary(find('#summary'));
});

find('#undo').onclick = undo;
find('#redo').onclick = redo;
find('#help').onclick = async () => (await bring('keys'))?.help();
let keys; // fetched with the first key: phones have none
addEventListener('keydown', async (event) => (keys ||= await bring('keys'))?.pressed(event));
find('#skip').onclick = () => find('#asks').focus();
find('#book').onclick = rules;
find('#players').onclick = async () => (await bring('seats'))?.players();
find('#after').onclick = async () => (await bring('after'))?.open();
keeping('#odds-switch', 'odds', () => {
	table.chances = null;
	redraw();
});
keeping('#sound', 'sound', (on) => on && ring());

if (token()) start(connected);
else missing('This link is not whole: the part after # is missing.');
