// The API described from its own OpenAPI: each way in, what it takes, what it gives, with the examples it has.
import { ask, trying } from './api.js';
import { all, capital, el, find, show } from './dom.js';

let spec;
const resolve = (thing) =>
	thing?.$ref
		? thing.$ref
				.split('/')
				.slice(1)
				.reduce((at, step) => at?.[step], spec)
		: thing;

/** A schema in a few words: "list of text", "number, 1 to 20". */
function words(given) {
	const schema = resolve(given) || {};
	const several = schema.anyOf || schema.oneOf;
	if (several) return several.map(words).join(' or ');
	if (schema.enum || schema.const !== undefined)
		return (schema.enum || [schema.const]).map((one) => JSON.stringify(one)).join(' or ');
	if (schema.type === 'array') return `list of ${words(schema.items)}`;
	if (given?.$ref) return schema.title || given.$ref.split('/').at(-1);
	const bounds = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength];
	return `${schema.type || 'anything'}${bounds.some((one) => one != null) ? ` (${bounds.map((one) => one ?? '…').join(' to ')})` : ''}`;
}

function fields(given) {
	const schema = resolve(given);
	if (!schema?.properties) return el('p', {}, words(given));
	const needed = new Set(schema.required || []);
	return el(
		'dl.keys',
		{},
		Object.entries(schema.properties).map(([name, one]) => [
			el('dt', {}, el('code', {}, name), needed.has(name) ? ' *' : ''),
			el('dd', {}, words(one), resolve(one)?.description && ` – ${resolve(one).description}`),
		]),
	);
}

const sample = (value) =>
	value !== undefined &&
	el('pre', { tabindex: 0 }, el('code', {}, typeof value === 'string' ? value : JSON.stringify(value, null, 2)));

function examples(content) {
	const body = Object.values(content || {})[0];
	if (!body) return null;
	const schema = resolve(body.schema);
	const found =
		body.example !== undefined ? [body.example] : Object.values(body.examples || {}).map((one) => resolve(one).value);
	return [
		body.schema && fields(body.schema),
		(found.length ? found : (schema?.examples || []).slice(0, 2)).map(sample),
	];
}

function way(path, method, given) {
	return el(
		'section.way',
		{ 'data-test': 'way', 'data-find': `${method} ${path} ${given.summary} ${given.description}`.toLowerCase() },
		el('h3', {}, el('span.method', {}, method.toUpperCase()), ' ', el('code', {}, path)),
		el('p', {}, given.description || given.summary),
		given.parameters?.length > 0 &&
			el(
				'dl.keys',
				{},
				given.parameters
					.map(resolve)
					.map((one) => [
						el('dt', {}, el('code', {}, one.name), one.required ? ' *' : ''),
						el('dd', {}, `${one.in}: ${words(one.schema)}`, one.description && ` – ${one.description}`),
					]),
			),
		given.requestBody && el('details', {}, el('summary', {}, 'Takes'), examples(resolve(given.requestBody).content)),
		el(
			'details',
			{},
			el('summary', {}, `Gives: ${Object.keys(given.responses || {}).join(', ')}`),
			Object.entries(given.responses || {}).map(([status, one]) => [
				el('p', {}, el('strong', {}, status), ` ${resolve(one).description || ''}`),
				examples(resolve(one).content),
			]),
		),
	);
}

function draw() {
	const groups = new Map();
	for (const [path, methods] of Object.entries(spec.paths))
		for (const [method, given] of Object.entries(methods)) {
			const tag = given.tags?.[0] || path.split('/')[2] || 'other';
			groups.set(tag, [...(groups.get(tag) || []), way(path, method, given)]);
		}
	show(
		find('#about'),
		el('h2', {}, `${spec.info.title} ${spec.info.version}`),
		(
			spec.info.description ||
			'Everything the pages do, a program can do too: the token of a link goes into the header Authorization: Bearer TOKEN.'
		)
			.split(/\n{2,}/)
			.map((part) => el('p', {}, part)),
	);
	show(
		find('#ways'),
		[...groups].map(([tag, ways]) => el('section.card', { 'data-key': tag }, el('h2', {}, capital(tag)), ways)),
	);
}

find('#find').oninput = ({ target }) => {
	const wanted = target.value.trim().toLowerCase();
	for (const one of all('.way')) one.hidden = !one.dataset.find.includes(wanted);
	for (const card of all('#ways > .card')) card.hidden = !find('.way:not([hidden])', card);
};

spec = await trying(() => ask('/api/openapi.json'));
if (spec) draw();
