// How the fight would go as it stands: fought some thousand times, with the report's pictures.
import { call, trying } from './api.js';
import { dialog, el } from './dom.js';
import { picture } from './files.js';
import { between, outcomes } from './outcomes.js';

export async function forecast(body) {
	const place = el('div', { 'aria-live': 'polite', 'data-test': 'forecast-told' }, 'Fighting it some thousand times …');
	const shown = dialog('How it would go', place);
	const found = await trying(() => call('POST', '/api/forecast', body));
	if (!found) return shown.close();
	place.replaceChildren(
		el(
			'div',
			{},
			outcomes(found),
			found.tpk && el('p', {}, `All players fall: ${between(found.tpk)}.`),
			found.rounds &&
				el('p', {}, `Rounds: ${Number(found.rounds.mean).toFixed(1)} on average, median ${found.rounds.median}.`),
			found.pictures.map((one) => el('figure', {}, picture(one.svg, one.alt || one.title))),
		),
	);
}
