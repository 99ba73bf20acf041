// After the fight, and from here: who fell and who did what, luck, survivors; odds and advice from forks.
import { ask, inFight, trying } from './api.js';
import { all, bdi, capital, dialog, dress, el, show, tell } from './dom.js';
import { save } from './files.js';
import { homes } from './homes.js';
import { between, meter, outcomes } from './outcomes.js';
import { referee, say, table, watch } from './table.js';

const COLUMNS = [
	['fate', ''],
	['dealt', 'dealt'],
	['taken', 'taken'],
	['kills', 'felled'],
	['hits', 'hits'],
	['misses', 'misses'],
	['luck', 'luck'],
];
const cell = (value) =>
	value == null ? '–' : typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value);

function tally(side) {
	return el(
		'div.scroll',
		{ tabindex: 0, role: 'region', 'aria-label': `Tally of ${side.name}` },
		el(
			'table',
			{},
			el('caption', { dir: 'auto' }, capital(side.name)),
			el(
				'thead',
				{},
				el(
					'tr',
					{},
					el('th', { scope: 'col' }, 'who'),
					COLUMNS.map(([key, label]) => el('th', { scope: 'col' }, label || key)),
				),
			),
			el(
				'tbody',
				{},
				side.rows.map((row) =>
					el(
						'tr',
						{},
						el('th', { scope: 'row' }, bdi(row.name)),
						COLUMNS.map(([key]) => el('td', {}, cell(row[key]))),
					),
				),
			),
		),
	);
}

async function survivors() {
	const found = await trying(() => ask(inFight('/survivors')));
	if (!found) return;
	save('party.yaml', found.party, 'text/yaml');
	tell('The survivors are in party.yaml.');
}

async function told() {
	const found = await trying(() => ask(inFight('/after')));
	return (
		found && [
			found.sides.map(tally),
			found.dice &&
				el(
					'p',
					{ 'data-test': 'luck' },
					found.dice.words || `The dice showed ${found.dice.rolled} in all; ${found.dice.expected} was to be expected.`,
				),
			(found.xp || []).map((line) => el('p', { dir: 'auto', 'data-test': 'xp' }, line)),
			el('div.homes', {}, homes(table.view)),
			referee() &&
				table.view.fight.over &&
				found.survivors !== false &&
				el('button', { onclick: survivors, 'data-test': 'survivors' }, 'Survivors as a party file'),
		]
	);
}

watch(() => all('.homes').forEach((place) => show(place, homes(table.view))));

export async function summary(place) {
	dress();
	const inside = await told();
	if (inside) show(place, el('h2', {}, 'Who did what'), inside);
}

export async function open() {
	const inside = await told();
	if (inside) dialog('Who did what', inside);
}

/** A dialog at once, what it is about when that is there: looking ahead takes its time. */
async function ahead(title, path, told) {
	const place = el('div', { 'aria-live': 'polite' }, 'Looking ahead …');
	const shown = dialog(title, place);
	const found = await trying(() => ask(inFight(path)));
	if (found) place.replaceChildren(el('div', {}, told(found, shown)));
	else shown.close();
}

export const odds = () => ahead('Odds from here', '/odds', outcomes);

export const advice = () =>
	ahead('What would happen if …', '/advice', (found, shown) => [
		el('p', {}, 'How often the one who is asked comes out on top, after each answer.'),
		el(
			'ul',
			{},
			found.map((one) =>
				el(
					'li',
					{},
					el(
						'button',
						{
							'data-test': 'advised',
							onclick: () => {
								shown.close();
								say('/answers', { answer: one.answer });
							},
						},
						capital(one.answer),
					),
					' ',
					between(one),
					meter(one),
				),
			),
		),
	]);
