// The head of a fight's page: title and book, the round and its steps by side, the buttons, and the referee's tools.
import { bring } from './api.js';
import { sideNumber } from './board.js';
import { bdi, capital, el, find, several, show } from './dom.js';
import { bookMark, glyph } from './drawings.js';
import { isOwner } from './seat.js';
import { referee } from './table.js';

/** The crossed swords and the title lead home, for whoever started the table from this browser. */
function home() {
	const place = find('#home');
	if (!isOwner()) return;
	for (const link of [place, find('#title a')]) link.href = '/';
	place.title = 'All fights';
	place.setAttribute('aria-label', 'All fights');
}

const label = (selector, mark, words) => show(find(selector), glyph(mark), words && el('span.t', {}, words));

function buttons() {
	label('#undo', 'undo', 'Undo');
	label('#redo', 'redo');
	label('#odds-switch', 'chance', 'Odds');
	label('#tools', 'crown', 'Referee’s tools');
	label('[data-theme-switch]', 'half');
	label('#more', 'dots');
}

/** How far the fight is, in a line: on a phone the step stands here and not in a row of its own. */
function progress({ fight, course }) {
	const round = fight.over ? 'Over' : fight.round ? `Round ${fight.round}` : 'Before the first round';
	const [group] = course.filter((one) => one.steps.some((step) => step.state === 'now'));
	const step = group?.steps.find((one) => one.state === 'now');
	const where = step && !fight.over && [' · ', group.side ? [bdi(capital(group.side)), ', '] : '', group.side ? step.name : capital(step.name)];
	show(find('#round'), round, where && el('span.where-now', {}, where));
}

export function head(view) {
	const { fight, settings, you, seats_here } = view;
	document.title = `${fight.title} · Affray`;
	find('#title a').textContent = fight.title;
	show(find('#book'), bookMark(fight.book), [capital(fight.book), fight.house.length && several(fight.house.length, 'house rule')].filter(Boolean).join(' · '));
	progress(view);
	find('#undo').hidden = find('#redo').hidden = !(you.may.undo || referee());
	find('#odds-switch').hidden = !you.may.odds;
	find('#players').hidden = find('#tools').hidden = !referee();
	label('#players', 'people', `Players (${seats_here.length} here)`);
	find('[value=journal]').hidden = !referee();
	find('#after').hidden = !(fight.over || referee());
	document.body.dataset.role = you.role;
	document.body.classList.toggle('confirming', settings.confirm);
}

// --- the round as steps

const MARKS = { done: () => glyph('tick'), now: () => el('i.dot'), 'to come': () => el('i.dot') };

const step = ({ name, state, due }, n) =>
	el(
		'li',
		{ class: `${state.replace(' ', '-')}${due ? ' due' : ''}`, 'aria-current': state === 'now' ? 'step' : null, 'data-key': `${n} ${name}`, title: capital(name) },
		MARKS[due ? 'to come' : state](),
		el('span.w', {}, due ? `${capital(name)} due` : capital(name)),
		el('span.hide', {}, `, ${state}`),
	);

function stepsOf({ side, steps }, n) {
	if (!side) return steps.map((one) => step(one, n));
	return el(
		'li.steps-of',
		{ class: `steps-of side-${sideNumber(side) % 4}`, 'data-key': `side ${side}` },
		el('b', {}, bdi(capital(side))),
		el('ol', {}, steps.map(step)),
	);
}

export function course(view) {
	const place = find('#steps');
	const acting = view.people.find((who) => who.name === view.asks?.who);
	place.className = acting ? `side-${sideNumber(acting.side) % 4}` : '';
	show(place, view.course.map(stepsOf));
	const now = find('.now', place);
	if (now) place.scrollLeft = now.offsetLeft - place.clientWidth / 3;
}

// --- what opens and closes

const more = find('#more');
function menu(open) {
	more.setAttribute('aria-expanded', String(open));
	find('#head nav').classList.toggle('open', open);
}
more.onclick = () => menu(more.getAttribute('aria-expanded') !== 'true');
addEventListener('click', (event) => !event.target.closest('#head nav, #more') && menu(false));
addEventListener('keydown', (event) => {
	if (event.key !== 'Escape' || more.getAttribute('aria-expanded') !== 'true') return;
	menu(false);
	more.focus();
});

/** Opens or closes the referee's tools; they are fetched when they first open. */
export async function tools(open = find('#hand').hidden) {
	const hand = find('#hand');
	if (open) await (await bring('hand'))?.begin();
	hand.hidden = !open;
	find('#tools').setAttribute('aria-expanded', String(open));
	if (open) find('h2', hand)?.focus();
}
find('#tools').onclick = () => tools();

buttons();
home();
