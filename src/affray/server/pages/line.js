// One line of the log in full, going back to before it, and the whole log to copy or to keep.
import { ask, inFight, trying } from './api.js';
import { sentence } from './board.js';
import { dialog } from './dialog.js';
import { cite, el, several, tell } from './dom.js';
import { copy, save } from './files.js';
import { lines } from './log.js';
import { person, referee, say, table } from './table.js';

/** One line in full: its dice and reasons, and the way back to before it. */
export function about(item) {
	const { you } = table.view;
	const gone = lines.get(item.n).row.classList.contains('gone');
	const shown = dialog(
		`Line ${item.n}`,
		el('p', {}, sentence(item.words), ' ', cite(item.clause)),
		item.dice?.length > 0 &&
			el('p', {}, 'Dice: ', item.dice.map((die) => `d${die.sides} ${die.face}${die.typed ? ' (own)' : ''}`).join(', ')),
		item.because?.length > 0 &&
			el(
				'ul',
				{},
				item.because.map((one) =>
					el(
						'li',
						{},
						`${one.amount > 0 ? '+' : one.amount < 0 ? '−' : ''}${one.amount == null ? '' : Math.abs(one.amount)} ${one.words} `,
						cite(one.clause),
					),
				),
			),
		item.by && el('p', {}, `Said by ${item.by}.`),
		(you.may.undo || referee()) &&
			!gone &&
			el(
				'button',
				{
					'data-test': 'back-to',
					onclick: () => {
						shown.close();
						goBack(item.n);
					},
				},
				'Back to before this line …',
			),
		referee() && !gone && overruling(item, () => shown.close()),
	);
}

/** The referee's ruling against a line: the fallen stand again, hit points are put right; the log says which line it was. */
function overruling(item, done) {
	const who = person(item.at) || person(item.who);
	if (!who) return null;
	const hp = el('input', { name: 'hp', value: Math.max(1, who.hp), type: 'number', required: true, 'data-test': 'overrule-hp' });
	const speak = async (event) => {
		event.preventDefault();
		const words = [who.out ? 'overrule' : 'hp', who.name, hp.value];
		if (await say('/words', { words: [words], reason: `line ${item.n} is overruled` })) done();
	};
	return el(
		'form',
		{ onsubmit: speak, 'data-test': 'overrule-line' },
		el('label', {}, who.out ? `${who.name} is back in the fight, with hp ` : `Set ${who.name}'s hp to `, hp),
		' ',
		el('button', {}, 'Overrule'),
	);
}

async function goBack(n) {
	const would = await trying(() => ask(inFight(`/undo?to=${n}`)));
	if (!would) return;
	const gone = would.lines.map((one) => lines.get(one)?.item).filter(Boolean);
	const shown = dialog(
		'Take this back?',
		el(
			'p',
			{},
			`${several(would.steps, 'thing said', 'things said')} and ${several(would.lines.length, 'line')} would be taken back. You can redo it.`,
		),
		el(
			'ol.preview',
			{ tabindex: 0, 'aria-label': 'Lines that would be taken back' },
			gone.map((item) => el('li', {}, item.words)),
		),
		el(
			'button.primary',
			{
				'data-test': 'back-confirm',
				onclick: () => {
					shown.close();
					say('/undo', { to: n }, 'Taken back.');
				},
			},
			'Take it back',
		),
	);
}

const text = (format) => trying(() => ask(inFight(format === 'journal' ? '/journal' : `/log?format=${format}`)));
const NAMES = { markdown: 'md', jsonl: 'jsonl', text: 'txt', html: 'html', journal: 'fight' };

export async function copyLog() {
	const words = await text('markdown');
	if (words != null) copy(words, 'Log');
}

export async function saveLog(target) {
	const format = target.value;
	target.value = '';
	const words = await text(format);
	if (words == null) return;
	save(`${table.view.fight.title}.${NAMES[format]}`, typeof words === 'string' ? words : JSON.stringify(words));
	tell('Log saved.');
}
