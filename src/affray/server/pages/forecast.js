// The report of a fight that is being built: fought some thousand times, with the pictures of it.
import { call, trying } from './api.js';
import { dialog } from './dialog.js';
import { el } from './dom.js';
import { picture } from './files.js';

export async function forecast(body) {
	const place = el('div', { 'aria-live': 'polite', 'data-test': 'forecast-told' }, 'Fighting it some thousand times …');
	const shown = dialog('How it would go', place);
	const found = await trying(() => call('POST', '/api/forecast', body));
	if (!found) return shown.close();
	const pictures = found.pictures.map((one) => el('figure', {}, picture(one.svg, one.alt || one.title)));
	place.replaceChildren(el('p', {}, found.sentence), ...(pictures.length ? pictures : [el('p', {}, 'Pictures need matplotlib: install affray with its extra `sim`.')]));
}
