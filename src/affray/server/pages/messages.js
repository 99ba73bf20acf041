// Words of the referee to this player alone.
import { call, inFight, trying } from './api.js';
import { el, find, show } from './dom.js';
import { table, watch } from './table.js';

const away = (one) => trying(() => call('DELETE', inFight(`/messages/${one.id}`)));

function draw() {
	const { messages, you } = table.view;
	const mine = you.role === 'player' ? messages : [];
	show(
		find('#messages'),
		mine.map((one) =>
			el(
				'section.card.message',
				{ 'data-key': one.id, 'data-test': 'message', role: 'status' },
				el('p.label', {}, 'The referee to you alone'),
				el('p', {}, one.words),
				el('button', { onclick: () => away(one), 'data-test': 'message-read' }, 'I have read it'),
			),
		),
	);
}

watch(draw);
draw();
