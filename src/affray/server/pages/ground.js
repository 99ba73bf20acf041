// Where a fight takes place: pictures to choose from, the distance, and what else the rules ask about the ground.
import { capital, el } from './dom.js';
import { field, flag, number, pick } from './fields.js';

const OPEN = { outdoors: true, daylight: true };
const PLACES = {
	ford: ['Ford', { ...OPEN, 'bad ground': true }],
	field: ['Field', OPEN],
	passage: ['Passage', { width: 10 }],
	cave: ['Cave', { dark: true, 'bad ground': true }],
	flooded: ['Flooded', { water: 'in' }],
	camp: ['Camp', { outdoors: true, dark: true }],
	bridge: ['Bridge', { ...OPEN, width: 10, ledge: true }],
	deck: ['Deck', { ...OPEN, deck: true, ledge: true }],
};
const KEYS = ['width', 'outdoors', 'daylight', 'dark', 'deck', 'water', 'bad ground', 'ledge'];
const LIGHTS = { day: 'daylight', lit: 'lit', dark: 'dark' };

const filled = (land) => KEYS.filter((key) => land[key]);

/** Which picture shows this ground; a passage may have any width. */
export function placeOf(land) {
	const here = filled(land);
	const fits = ([, [, wanted]]) => here.length === filled(wanted).length && here.every((key) => (key === 'width' ? wanted.width : wanted[key] === land[key]));
	return Object.entries(PLACES).find(fits)?.[0] || '';
}

function sentence(form, land, unit) {
	const { distance } = form.rest;
	const far = distance === 'contact' ? 'in contact' : distance === '' || distance == null ? 'the distance is rolled' : `${distance} ${unit} apart`;
	const parts = [
		land.outdoors && 'outdoors',
		land.daylight ? 'in daylight' : land.dark ? 'in the dark' : 'with light',
		far,
		land.width && `in a passage ${land.width} ${unit} wide`,
		land.water && (land.water === 'under' ? 'under water' : 'in water'),
		land.deck && 'on a moving deck',
		land['bad ground'] && 'on ground that slows',
		land.ledge && 'beside a ledge',
		land.cover?.length && `${land.cover.length} ${land.cover.length === 1 ? 'place' : 'places'} of cover`,
	];
	return `${capital(parts.filter(Boolean).join(', '))}.`;
}

export function ground(form, book, done) {
	const land = (form.rest.terrain ||= {});
	const here = placeOf(land);
	const put = (changes) => {
		Object.assign(land, changes);
		done();
	};
	const choose = (name) => put({ ...Object.fromEntries(KEYS.map((key) => [key, null])), ...(name === here ? {} : PLACES[name][1]) });
	return [
		el('h2', {}, 'Where'),
		el(
			'div.places',
			{ role: 'group', 'aria-label': 'Where' },
			Object.entries(PLACES).map(([name, [words]]) =>
				el(
					'button.pick',
					{ type: 'button', 'aria-pressed': String(name === here), onclick: () => choose(name), 'data-test': 'place', 'data-name': name },
					el('svg', { viewBox: '0 0 240 84', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': true }, el('use', { href: `/pages/places.svg#${name}` })),
					words,
				),
			),
		),
		el('p', { 'data-test': 'ground' }, sentence(form, land, 'feet')),
		el('div.editor', {}, field('Distance in feet', form.rest, 'distance', done, { as: number, size: 8, placeholder: 'rolled', title: 'A number, or contact; empty: it is rolled' }), field('Width of passage', land, 'width', done, { as: number, size: 5, placeholder: 'open' })),
		el(
			'details',
			{ 'data-key': 'details', 'data-test': 'ground-more' },
			el('summary', {}, 'Light, water and footing'),
			el(
				'div.editor',
				{},
				pick('Light', land.daylight ? 'day' : land.dark ? 'dark' : 'lit', LIGHTS, (light) => put({ daylight: light === 'day' || null, dark: light === 'dark' || null })),
				pick('Water', land.water || '', { '': 'none', in: 'in water', under: 'under water' }, (water) => put({ water })),
				flag('outdoors', land.outdoors, (on) => put({ outdoors: on || null })),
				flag('moving deck', land.deck, (on) => put({ deck: on || null })),
				flag('bad ground', land['bad ground'], (on) => put({ 'bad ground': on || null })),
				flag('ledge, rail or window', land.ledge, (on) => put({ ledge: on || null })),
			),
		),
	];
}
