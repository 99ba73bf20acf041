// Parties of the library, from the page on which a fight is built: kept from a side, and opened there to be changed.
import { ask, call, trying } from './api.js';
import { dialog } from './dialog.js';
import { el, tell } from './dom.js';
import { parse } from './scenario.js';
import { inline } from './yaml.js';

const filled = (one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== '' && value != null && !(Array.isArray(value) && !value.length)));

/** A party file: characters have names, so those without one are called by what they are. */
function fileOf(name, members) {
	const lines = members.map(filled).map((one) => `  - ${inline({ name: one.class || one.monster || 'Somebody', ...one })}`);
	return `party: ${inline(name)}\nmembers:\n${lines.join('\n')}\n`;
}

function write(side, name, parties) {
	const text = fileOf(name, side.members);
	const same = parties.find((one) => one.name === name);
	return trying(() => (same ? call('PUT', `/api/library/parties/${same.id}`, { text, seen: same.n }) : call('POST', '/api/library/parties', { text })));
}

/** Saves it, over one of its name if there is one, and lets the side name it: survivors can be written back then. */
async function save(side, name, parties, changed) {
	const made = await write(side, name, parties);
	if (!made) return false;
	side.own.party = made.name;
	side.members = [];
	changed();
	tell(`${made.name} is in the library.`);
	return true;
}

function askForName(side, parties, changed) {
	const field = el('input', { name: 'name', required: true, maxlength: 120, value: side.library || side.name, 'data-test': 'party-name' });
	const button = el('button.main', { 'data-test': 'party-keep' }, 'Save');
	const known = () => parties.some((one) => one.name === field.value.trim());
	const word = () => (button.textContent = known() ? 'Replace the party of this name' : 'Save');
	field.oninput = word;
	word();
	const go = async (event) => {
		event.preventDefault();
		if (await save(side, field.value.trim(), parties, changed)) shown.close();
	};
	const shown = dialog('Save as a party', el('form.inline', { onsubmit: go }, el('label', {}, 'Name ', field), button));
}

/** Its members come into the form; saved, they go back. */
async function unpack(side, parties, changed) {
	const known = parties.find((one) => one.name === side.own.party);
	const found = known && (await trying(() => ask(`/api/library/parties/${known.id}`)));
	if (!found) return;
	const { sides } = parse(`sides:\n  party:\n    members:\n${membersIn(found.text)}`);
	Object.assign(side, { library: found.name, members: [...sides[0].members, ...side.members] });
	delete side.own.party;
	changed();
}

/** The lines of a party file below its members, as far in as a scenario has them. */
function membersIn(text) {
	const lines = text.split('\n');
	const from = lines.findIndex((line) => /^members:/.test(line)) + 1;
	const below = lines.slice(from);
	const end = below.findIndex((line) => /^[^\s#-]/.test(line));
	return below.slice(0, end < 0 ? undefined : end).map((line) => `      ${line}`).join('\n');
}

export async function party(what, side, parties, changed) {
	if (what === 'unpack') return unpack(side, parties, changed);
	return askForName(side, parties, changed);
}
