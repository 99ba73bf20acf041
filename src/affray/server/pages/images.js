// The referee's own images: one under the map, portraits of combatants. They stay on this machine, with the fight.
import { call, inFight, trying } from './api.js';
import { dialog } from './dialog.js';
import { bdi, el, show, tell } from './dom.js';
import { pickPlace } from './drag.js';
import { shownWidth } from './map.js';
import { picture } from './pictures.js';
import { look, table } from './table.js';

const EDGE = { map: 2400, portrait: 320 }; // pixels: more than a screen shows, and nothing of the camera's notes
const MOST = 1_900_000; // bytes

/** Draws an image smaller, so that it is quick to send and tells nothing but what it shows. */
async function smaller(file, edge) {
	const bitmap = await createImageBitmap(file).catch(() => null);
	if (!bitmap) return tell(`${file.name} is no image that this browser can read; choose a PNG, JPEG or WebP.`, true);
	for (let scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height)); ; scale *= 0.7) {
		const canvas = document.createElement('canvas');
		[canvas.width, canvas.height] = [bitmap.width * scale, bitmap.height * scale].map((side) => Math.max(1, Math.round(side)));
		canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height);
		const blob = await new Promise((done) => canvas.toBlob(done, file.type === 'image/png' && scale === 1 ? 'image/png' : 'image/jpeg', 0.86));
		if (blob && blob.size < MOST) return blob;
	}
}

async function inBase64(blob) {
	const address = await new Promise((done) => {
		const reader = new FileReader();
		reader.onload = () => done(reader.result);
		reader.readAsDataURL(blob);
	});
	return address.slice(address.indexOf(',') + 1);
}

async function upload(file, who) {
	const blob = file && (await smaller(file, who ? EDGE.portrait : EDGE.map));
	if (!blob) return;
	const { x, y, across } = shownWidth(); // it fills what is seen; then it can be moved
	const body = { who, image: await inBase64(blob), ...(who ? {} : { x, y, across }) };
	if (await trying(() => call('POST', inFight('/images'), body))) await changed();
}

async function changed() {
	await look();
	draw();
}

const place = async (image, to) => (await trying(() => call('POST', inFight(`/images/${image.id}/place`), to))) && changed();
const remove = async (id) => (await trying(() => call('DELETE', inFight(`/images/${id}`)))) !== null && changed();

/** The image at the width at which two places of it are as far apart as they should be. */
async function measure(image) {
	shown.close();
	const from = await pickPlace('Click one end of something whose length you know');
	const to = from && (await pickPlace('Click its other end'));
	open();
	if (!to) return;
	const length = Math.hypot(to.x - from.x, to.y - from.y);
	if (length) show(shown.querySelector('.measured'), el('form.inline', { onsubmit: (event) => (event.preventDefault(), scale(image, from, Number(event.target.elements.long.value) / length)) }, el('label', {}, `How long is it? `, el('input', { name: 'long', type: 'number', min: 1, step: 'any', required: true, size: 5 }), ` ${table.view.fight.unit} `), el('button.main', {}, 'Scale')));
}

const scale = (image, { x, y }, by) => place(image, { x: x - (x - image.x) * by, y: y - (y - image.y) * by, across: image.across * by });

const choose = (label, who, test) =>
	el('label.button', {}, label, el('input.hide', { type: 'file', accept: 'image/png,image/jpeg,image/webp', 'data-test': test, onchange: (event) => upload(event.target.files[0], who) }));

function underneath(image) {
	const { square } = table.view.ground;
	const button = (words, test, to) => el('button', { type: 'button', 'data-test': test, onclick: () => place(image, { x: image.x, y: image.y, across: image.across, ...to }) }, words);
	const sized = (by) => ({ x: image.x - (image.across * (by - 1)) / 2, y: image.y - (image.tall * (by - 1)) / 2, across: image.across * by });
	return [
		el('div.inline', { role: 'group', 'aria-label': 'Place' }, button('←', 'image-left', { x: image.x - square }), button('→', 'image-right', { x: image.x + square }), button('↑', 'image-up', { y: image.y - square }), button('↓', 'image-down', { y: image.y + square })),
		el('div.inline', { role: 'group', 'aria-label': 'Size' }, button('Smaller', 'image-smaller', sized(1 / 1.1)), button('Larger', 'image-larger', sized(1.1)), el('button', { type: 'button', onclick: () => measure(image) }, 'Measure …')),
		el('div.measured'),
	];
}

let shown;

function draw() {
	if (!shown?.isConnected) return;
	const { map, people } = table.view.images;
	show(
		shown.querySelector('.images'),
		el('p', {}, 'Images stay on this machine. Whoever is at this fight sees them.'),
		el('h3', {}, 'Under the map'),
		el('div.inline', {}, choose(map ? 'Another image' : 'Choose an image', '', 'image-file'), map && el('button', { type: 'button', 'data-test': 'image-remove', onclick: () => remove(map.id) }, 'Remove')),
		map && underneath(map),
		el('h3', {}, 'Portraits'),
		el('ul', {}, table.view.people.map((who) => el('li.inline', { 'data-key': who.name }, people[who.name] && el('img', { src: picture(people[who.name]) || null, alt: '', width: 44, height: 44 }), el('span', {}, bdi(who.name)), choose('Portrait', who.name, 'portrait-file'), people[who.name] && el('button.bare', { type: 'button', onclick: () => remove(people[who.name]) }, 'Remove')))),
	);
}

export function open() {
	shown = dialog('Images', el('div.images', {}));
	draw();
}
