// The page of a fight: its parts put together, the banner, switches; referee and players share it.
import { bring } from './api.js';
import './board.js';
import { course, head, tools } from './head.js';
import './rail.js';
import './map.js';
import './ask.js';
import './just.js';
import './log.js';
import { bdi, el, find, show } from './dom.js';
import { token } from './seat.js';
import { redo, redraw, start, table, undo, watch } from './table.js';

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

let mine; // me.js, for players
async function own(view) {
	if (!mine) {
		mine = await bring('me');
		banner(view);
	}
	mine?.draw();
}

let turn = '';
function banner(view) {
	const { asks, fight, you } = view;
	const place = find('#banner');
	const yours = Boolean(asks?.yours) && you.role === 'player' && !fight.over;
	place.className = yours ? 'yours' : fight.over ? 'over' : '';
	show(place, fight.over ? (fight.winner ? ['Won by ', bdi(fight.winner)] : 'The fight is over') : mine?.badge(view));
	document.title = `${yours ? '● ' : ''}${document.title}`;
	const now = yours ? `${asks.who}${asks.ask}${asks.what}` : '';
	if (now && now !== turn && stored('sound')) ring();
	turn = now;
}

function connected(on, error) {
	const place = find('#line');
	place.textContent = error || (on ? 'connected' : 'connecting …');
	place.className = error ? 'wrong' : on ? 'on' : 'off';
	if (error) missing(error);
}

const missing = async (why) => (await bring('lost'))?.missing(why);

watch(async (items) => {
	const { view } = table;
	head(view);
	course(view);
	banner(view);
	if (view.you.role === 'player') own(view);
	if (view.messages.length && view.you.role === 'player') bring('messages');
	if (!view.fight.over && [view.ahead, view.suggestions, view.due, view.standing].some((list) => list.length)) bring('besides');
	if (view.homes.some((one) => one.written)) bring('homes');
	find('#summary').hidden = !view.fight.over;
	document.body.classList.toggle('ended', view.fight.over);
	if (view.fight.over && items.length) (await bring('ending'))?.summary(find('#summary'));
});

find('#hand-close').onclick = () => tools(false);
find('#undo').onclick = undo;
find('#redo').onclick = redo;
find('#help').onclick = async () => (await bring('keys'))?.help();
let keys; // fetched with the first key: phones have none
addEventListener('keydown', async (event) => (keys ||= await bring('keys'))?.pressed(event));
find('#skip').onclick = () => find('#asks').focus();
find('#book').onclick = async () => (await bring('rules'))?.open();
find('#players').onclick = async () => (await bring('seats'))?.openPlayers();
find('#after').onclick = async () => (await bring('ending'))?.open();
keeping('#odds-switch', 'odds', () => {
	table.chances = null;
	redraw();
});
keeping('#sound', 'sound', (on) => on && ring());

if (token()) start(connected);
else missing('This link is not whole: the part after # is missing.');
