import type { Values } from '../domain/rule.ts';
import type { Problem } from '../refusal.ts';
import { resourceOf } from '../resources/index.ts';
import { type Column, columnsOf, ofEach, type Resource } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import type { Prepared } from '../store/prepare.ts';

/** An id as the product makes them: a positive number that fits 63 bits, as text. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;

/** The columns whose values name records or entries of lists. */
const namingColumns = ofEach((resource): readonly Column[] =>
  columnsOf(resource).filter(({ field: { kind } }) => ['reference', 'references', 'entry_key'].includes(kind)),
);

/** The records that what is given refers to, by plural. */
export function referencedIds(resource: Resource, given: readonly Values[]): Map<string, string[]> {
  const byPlural = new Map<string, string[]>();
  for (const { name, field } of namingColumns(resource)) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue;
    const named = given.flatMap((values) => values[name] ?? []).filter(isId);
    byPlural.set(field.to, [...new Set([...(byPlural.get(field.to) ?? []), ...named])]);
  }
  return byPlural;
}

/** The entries that what is given names by their key, by plural. */
export function keyedEntries(resource: Resource, given: readonly Values[]): Map<string, string[]> {
  const byPlural = new Map<string, string[]>();
  for (const { name, field } of namingColumns(resource)) {
    if (field.kind !== 'entry_key') continue;
    const keys = given.flatMap((values) => values[name] ?? []).filter((key) => typeof key === 'string');
    byPlural.set(field.of, [...new Set([...(byPlural.get(field.of) ?? []), ...keys])]);
  }
  return byPlural;
}

type Known = Pick<Prepared, 'isLive' | 'hasKey'> & { readonly directory: Directory };

const unknown = (pointer: string, what: string): Problem => ({
  pointer,
  code: 'invalid_reference',
  message: `is not the id of one of the account's ${what}`,
});

function severalProblems(ids: readonly string[], pointer: string, to: string, known: Known): Problem[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index): Problem[] => {
    const at = `${pointer}/${index}`;
    if (!isId(id) || !known.isLive(to, id)) return [unknown(at, to)];
    if (seen.has(id)) return [{ pointer: at, code: 'duplicate', message: 'stands in the list already' }];
    seen.add(id);
    return [];
  });
}

function keyProblem(key: string, pointer: string, of: string, { directory, hasKey }: Known): Problem[] {
  if (hasKey(of, key)) return [];
  const live = [...directory.entries(of).values()].filter((row) => row.deleted_at === null);
  const allowed = live.map((row) => row['key'] as string);
  return [{ pointer, code: 'not_allowed', message: `must be one of ${allowed.join(', ')}`, allowed }];
}

function problemsOf({ name, field }: Column, values: Values, prefix: string, known: Known): Problem[] {
  const value = values[name] ?? null;
  const pointer = `${prefix}/${name}`;
  // What the product itself sets it has just made or read.
  if (value === null || field.readOnly) return [];
  if (field.kind === 'references') return severalProblems(value as string[], pointer, field.to, known);
  if (field.kind === 'entry_key') return keyProblem(value as string, pointer, field.of, known);
  if (field.kind !== 'reference') return [];
  return isId(value) && known.isLive(field.to, value) ? [] : [unknown(pointer, field.to)];
}

/** The record that a query named as the one to belong to, when there is none; with `not_found` it is refused. */
export function missingOwner(resource: Resource, given: Values, { isLive }: Pick<Known, 'isLive'>) {
  for (const { name, field } of namingColumns(resource)) {
    const id = given[name];
    if (field.kind !== 'reference' || !field.byQuery || typeof id !== 'string') continue;
    if (!isId(id) || !isLive(field.to, id)) return { resource: resourceOf(field.to), id };
  }
  return null;
}

/** Everything given that refers to nothing that may be referred to. */
export const referenceProblems = (resource: Resource, given: Values, prefix: string, known: Known): Problem[] =>
  namingColumns(resource).flatMap((column) => problemsOf(column, given, prefix, known));
