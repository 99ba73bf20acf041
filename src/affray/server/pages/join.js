// Joining a fight: by the code that the referee shows, or by a scanned link; a guest sees who is free and takes a seat.
import { call, trying } from './api.js';
import { bdi, capital, el, find, show } from './dom.js';
import { bookMark, token as drawing } from './drawings.js';
import { enter, tokenFor } from './seat.js';

const place = find('#join');
let inside = null; // the fight behind the code, and who is free in it
let name = '';
const chosen = new Set();

/** What a scanned link ends in; it is taken out of the address at once. */
function scanned() {
	const secret = location.hash.slice(1);
	if (secret) history.replaceState(null, '', location.pathname);
	return secret;
}

async function knock(said) {
	const found = await trying(() => call('POST', '/api/join', said));
	if (found) inside = found;
	else if (!inside) askForCode();
	if (found) draw();
}

function askForCode() {
	const go = (event) => {
		event.preventDefault();
		knock({ code: event.target.elements.code.value });
	};
	show(
		place,
		el('h1', {}, 'Join a fight'),
		el('p', {}, 'Type the code that the referee shows, or scan the picture beside it.'),
		el(
			'form',
			{ onsubmit: go },
			el('label', {}, 'Code', el('input', { type: 'text', name: 'code', required: true, maxlength: 40, autocomplete: 'off', autocapitalize: 'characters', spellcheck: false, placeholder: 'OTTER 271', 'data-test': 'code' })),
			el('button.main', { 'data-test': 'knock' }, 'Join'),
		),
		el('p.small', {}, 'Is this your table? Then use the link that affray table has printed.'),
	);
	find('[name=code]', place)?.focus();
}

function choose(who) {
	if (chosen.has(who.name)) chosen.delete(who.name);
	else {
		if (!inside.several) chosen.clear();
		chosen.add(who.name);
	}
	draw();
}

const character = (who) =>
	el(
		`button.side-${who.number % 4}`,
		{ type: 'button', 'data-key': who.name, 'data-test': 'character', 'data-name': who.name, 'aria-pressed': String(chosen.has(who.name)), disabled: Boolean(who.by), onclick: () => choose(who) },
		drawing({ side: who.number, glyph: who.glyph, dead: !who.up }, 44),
		el('span', {}, el('strong', {}, bdi(who.name)), el('small', {}, who.kind.toLowerCase() === who.name.toLowerCase() ? capital(who.side) : [capital(who.kind), ' · ', capital(who.side)])),
		el('small', {}, who.by ? ['played by ', bdi(who.by)] : ''),
	);

async function sit(people) {
	const seat = await trying(() => call('POST', '/api/join/seat', { secret: inside.secret, people, name }));
	if (seat) return enter(seat.path, seat.token);
	chosen.clear();
	await knock({ secret: inside.secret }); // somebody else was faster
}

const names = (all) => (all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0]);

function draw() {
	const { fight, people } = inside;
	const mine = `/fight/${fight.id}`;
	const free = people.filter((who) => !who.by);
	for (const one of chosen) if (!free.some((who) => who.name === one)) chosen.delete(one);
	document.title = `${fight.title} · Affray`;
	show(
		place,
		el('h1', { dir: 'auto' }, fight.title),
		el('p', {}, bookMark(fight.book), ` ${capital(fight.book)} · ${fight.over ? 'over' : fight.round ? `round ${fight.round}` : 'not begun yet'}`),
		tokenFor(mine) && el('a.button.main', { href: mine, 'data-test': 'own-seat' }, 'Back to my seat'),
		el('h2', {}, free.length ? (inside.several ? 'Whom do you play?' : 'Who are you?') : 'Everybody is taken.'),
		el('div.characters', {}, people.map(character)),
		free.length > 0 &&
			el(
				'form',
				{
					onsubmit: (event) => {
						event.preventDefault();
						if (chosen.size) sit([...chosen]);
					},
				},
				el('label', {}, 'Your name, if you like', el('input', { type: 'text', name: 'name', value: name, maxlength: 40, autocomplete: 'nickname', oninput: (event) => (name = event.target.value), 'data-test': 'guest-name' })),
				el('button.main', { disabled: !chosen.size, 'data-test': 'sit' }, chosen.size ? `Play ${names([...chosen])}` : 'Choose a character'),
			),
		el('button', { onclick: () => sit([]), 'data-test': 'room-screen' }, 'This is the screen for the room'),
	);
}

const secret = scanned();
const typed = sessionStorage.getItem('code'); // on the home page
sessionStorage.removeItem('code');
if (secret) knock({ secret });
else if (typed) knock({ code: typed });
else askForCode();
addEventListener('hashchange', () => {
	const another = scanned();
	if (another) knock({ secret: another });
});
