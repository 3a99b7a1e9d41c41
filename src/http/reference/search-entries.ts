import { ignoredKey, type JsonSchema } from '../../schema/json-schema.ts';
import type { DescribedApi, DescribedOperation } from './described-api.ts';
import type { Guide } from './guides.ts';

/** An entry of the page's search: title, kind, path below `/docs/`, and the words that match it. */
export type SearchEntry = readonly [title: string, kind: string, place: string, words: string];

/** The operations with their fields, then the sections of the guides. */
export const searchEntries = (api: DescribedApi, guides: readonly Guide[]): SearchEntry[] => [
  ...api.groups.flatMap(({ tag, operations }) => operations.map((operation) => operationEntry(tag, operation, api))),
  ...guides.flatMap(({ name, title: guide, sections }) =>
    sections.map(({ title, place, text }): SearchEntry => [title, guide, `guides/${name}#${place}`, words([text])]),
  ),
];

function operationEntry(tag: string, operation: DescribedOperation, api: DescribedApi): SearchEntry {
  const { id, method, path, summary, description, parameters, body } = operation;
  const names = parameters.map(({ name }) => name.replace(/\[.*/s, ''));
  const fields = body ? fieldNames(body.schema, api.resolve) : [];
  const told = [id, description, ...new Set(names), ...fields];
  return [summary, `${method} ${path}`, `reference/${tag}/${id}`, words(told)];
}

/** The fields of the body and of its record, without ignored fields. */
function fieldNames(schema: JsonSchema, resolve: DescribedApi['resolve'], depth = 1): string[] {
  const properties = Object.entries((resolve(schema)['properties'] ?? {}) as Record<string, JsonSchema>);
  return properties
    .filter(([, property]) => property[ignoredKey] !== true)
    .flatMap(([name, property]) => [name, ...(depth > 0 ? fieldNames(property, resolve, depth - 1) : [])]);
}

/** A text to match, with the words that other products use for what it names. */
function words(texts: readonly string[]): string {
  const text = texts.join(' ').toLowerCase().replace(/\s+/g, ' ').trim();
  const added = synonyms.filter(([term]) => text.includes(term)).map(([, others]) => others);
  return [text, ...added].join(' ');
}

const synonyms: readonly (readonly [term: string, others: string])[] = [
  ['external_id', 'upsert sync merge dedupe deduplicate duplicates'],
  ['typed client', 'sdk library npm package typescript'],
  ['time zone', 'timezone tz utc'],
  ['429', 'rate limiting throttling quota'],
  ['sign in', 'login log in signin logon'],
  ['sign-in', 'login log in signin logon'],
  ['cursor', 'pagination paginate offset'],
  ['idempotency-key', 'idempotent retry safe'],
  ['webhook', 'callback subscription'],
  ['event stream', 'sse server-sent events subscribe'],
  ['custom field', 'user-defined attribute property'],
  ['restore', 'undelete recover'],
  ['history', 'audit trail versions'],
  ['postgres', 'postgresql database'],
];
