// Who decides what for each side: a person, a tactic or the engine.
import { bdi, capital, el } from './dom.js';
import { parse } from './scenario.js';

const TOPICS = {
	targets: 'Actions and targets',
	movement: 'Movement',
	declarations: 'Declarations',
	spells: 'Spells',
	morale: 'When to break off',
	reactions: 'Reactions and extra turns',
	rolls: 'Dice',
};
const WHO = { person: 'a person', tactic: 'the tactic', engine: 'the engine' };
const DICE = { engine: 'rolled here', person: 'typed in' };

/** Players decide for themselves, foes by their tactic; dice are rolled here until somebody wants their own. */
export function usualFor(players) {
	const who = players ? 'person' : 'tactic';
	const own = ['targets', 'movement', 'declarations', 'spells', 'morale', 'reactions'].map((topic) => [topic, who]);
	return { ...Object.fromEntries(own), rolls: 'engine' };
}

/** Whoever runs the table is asked for rulings; the dice of the referee are rolled here. */
export const usualForReferee = () => ({ rulings: 'person', rolls: 'engine' });

export function usual(text) {
	try {
		const sides = parse(text).sides.map((side) => [side.name, usualFor(Boolean(side.own.players))]);
		return { ...Object.fromEntries(sides), referee: usualForReferee() };
	} catch {
		return {}; // a file the form can't read: the table takes what is usual
	}
}

const pick = (people, side, topic, label, options, done) =>
	el(
		'label',
		{},
		el('span', {}, label),
		el(
			'select',
			{
				'data-test': 'decides',
				'data-side': side,
				'data-topic': topic,
				onchange: (event) => {
					(people[side] ||= {})[topic] = event.target.value;
					done();
				},
			},
			Object.entries(options).map(([value, words]) =>
				el('option', { value, selected: people[side]?.[topic] === value }, words),
			),
		),
	);

/** The choices for all sides; `people` is changed in place, and `done` is told. */
export function deciding(people, sides, done) {
	const all = sides.map((side) => {
		people[side.name] ||= usualFor(side.own.players);
		return el(
			'fieldset',
			{ 'data-key': side.name },
			el('legend', {}, bdi(capital(side.name))),
			Object.entries(TOPICS).map(([topic, label]) =>
				pick(people, side.name, topic, label, topic === 'rolls' ? DICE : WHO, done),
			),
		);
	});
	people.referee ||= usualForReferee();
	return [
		...all,
		el(
			'fieldset',
			{ 'data-key': 'the referee' },
			el('legend', {}, 'The referee'),
			pick(people, 'referee', 'rulings', 'Rulings', { engine: 'by the book', person: 'asked for' }, done),
			pick(people, 'referee', 'rolls', 'Dice', DICE, done),
		),
	];
}
