import { ignoredKey, type JsonSchema } from '../../schema/json-schema.ts';
import type { DescribedApi, DescribedOperation } from './described-api.ts';
import type { Guide } from './guides.ts';

/** An entry of the page's search: title, kind, path below `/docs/`, the words that match it, synonyms of its title. */
export type SearchEntry = readonly [title: string, kind: string, place: string, words: string, also: string];

/** The operations with their fields, then the sections of the guides. */
export const searchEntries = (api: DescribedApi, guides: readonly Guide[]): SearchEntry[] => [
  ...api.groups.flatMap(({ tag, operations }) => operations.map((operation) => operationEntry(tag, operation, api))),
  ...guides.flatMap(({ name, title: guide, sections }) =>
    sections.map(
      ({ title, place, text }): SearchEntry => [title, guide, `guides/${name}#${place}`, ...words([text], title)],
    ),
  ),
];

function operationEntry(tag: string, operation: DescribedOperation, api: DescribedApi): SearchEntry {
  const { id, method, path, summary, description, parameters, body } = operation;
  const names = parameters.map(({ name }) => name.replace(/\[.*/s, ''));
  const fields = body ? fieldNames(body.schema, api.resolve) : [];
  const told = [id, description, ...new Set(names), ...fields];
  return [summary, `${method} ${path}`, `reference/${tag}/${id}`, ...words(told, summary)];
}

/** The fields of the body and of its record, without ignored fields. */
function fieldNames(schema: JsonSchema, resolve: DescribedApi['resolve'], depth = 1): string[] {
  const properties = Object.entries((resolve(schema)['properties'] ?? {}) as Record<string, JsonSchema>);
  return properties
    .filter(([, property]) => property[ignoredKey] !== true)
    .flatMap(([name, property]) => [name, ...(depth > 0 ? fieldNames(property, resolve, depth - 1) : [])]);
}

/** A text to match, with the words that other products use for what it names; those words for the title alone. */
function words(texts: readonly string[], title: string): [words: string, also: string] {
  const text = texts.join(' ').toLowerCase().replace(/\s+/g, ' ').trim();
  return [[text, ...synonymsIn(text)].join(' '), synonymsIn(title.toLowerCase()).join(' ')];
}

const synonymsIn = (text: string): string[] =>
  synonyms.filter(([term]) => text.includes(term)).map(([, others]) => others);

const synonyms: readonly (readonly [term: string, others: string])[] = [
  ['by its external id', 'upsert create or update'],
  ['sync with another', 'upsert create or update'],
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
