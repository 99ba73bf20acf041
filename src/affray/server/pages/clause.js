// The wording of a clause of the rules, and our reading of it.
import { ask, trying } from './api.js';
import { dialog } from './dialog.js';
import { el } from './dom.js';

export async function open(id) {
	const clause = await trying(() => ask(`/api/clauses/${encodeURIComponent(id)}`));
	if (!clause) return;
	dialog(
		clause.id,
		el('p.wording', {}, clause.wording || 'No wording.'),
		clause.reading && el('p', {}, el('strong', {}, 'Reading: '), clause.reading),
		el('p.small', {}, [clause.book, clause.status].filter(Boolean).join(' · ')),
	);
}
