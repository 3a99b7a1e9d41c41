import type { Values } from '../../domain/rule.ts';
import { mustBeAmong, type Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { type Column, columnsOf, ofEach, type Resource } from '../../resources/resource.ts';
import { type Directory, liveKeys } from '../../store/rows/directory.ts';
import type { Prefetched } from '../../store/write/prefetch.ts';
import { isId } from '../record-id.ts';

/** The columns whose values refer to records or list entries. */
const namingColumns = ofEach((resource): readonly Column[] =>
  columnsOf(resource).filter(({ field: { kind } }) => ['reference', 'references', 'entry_key'].includes(kind)),
);

/** The ids of the records that the given values refer to, by plural. */
export function referencedIds(resource: Resource, input: readonly Values[]): Map<string, string[]> {
  const byPlural = new Map<string, string[]>();
  for (const { name, field } of namingColumns(resource)) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue;
    const named = input.flatMap((values) => values[name] ?? []).filter(isId);
    byPlural.set(field.to, [...new Set([...(byPlural.get(field.to) ?? []), ...named])]);
  }
  return byPlural;
}

/** The keys of the list entries that the given values name, by plural. */
export function keyedEntries(resource: Resource, input: readonly Values[]): Map<string, string[]> {
  const byPlural = new Map<string, string[]>();
  for (const { name, field } of namingColumns(resource)) {
    if (field.kind !== 'entry_key') continue;
    const keys = input.flatMap((values) => values[name] ?? []).filter((key) => typeof key === 'string');
    byPlural.set(field.of, [...new Set([...(byPlural.get(field.of) ?? []), ...keys])]);
  }
  return byPlural;
}

type Known = Pick<Prefetched, 'isLive' | 'hasKey'> & { readonly directory: Directory };

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
    if (seen.has(id)) return [{ pointer: at, code: 'duplicate', message: 'is already in the list' }];
    seen.add(id);
    return [];
  });
}

function keyProblem(key: string, pointer: string, of: string, { directory, hasKey }: Known): Problem[] {
  if (hasKey(of, key)) return [];
  return [{ pointer, code: 'not_allowed', ...keysOf(directory, of) }];
}

type Named = ReturnType<typeof mustBeAmong>;

/** The allowed keys of a directory's lists, cached by version: thousands of rows may be refused for the same key. */
const offered = new WeakMap<Directory, Map<string, Named>>();

function keysOf(directory: Directory, of: string): Named {
  const known = offered.get(directory) ?? new Map<string, Named>();
  offered.set(directory, known);
  const name = `${directory.version} ${of}`;
  const named = known.get(name) ?? mustBeAmong(liveKeys(directory, of), `GET /${of}`);
  known.set(name, named);
  return named;
}

function problemsOf({ name, field }: Column, values: Values, prefix: string, known: Known): Problem[] {
  const value = values[name] ?? null;
  const pointer = `${prefix}/${name}`;
  // The service sets read-only fields itself, to records that it has just created or read.
  if (value === null || field.readOnly) return [];
  if (field.kind === 'references') return severalProblems(value as string[], pointer, field.to, known);
  if (field.kind === 'entry_key') return keyProblem(value as string, pointer, field.of, known);
  if (field.kind !== 'reference') return [];
  return isId(value) && known.isLive(field.to, value) ? [] : [unknown(pointer, field.to)];
}

/** The owner that the query names, if there is no live record with its id. The caller refuses with `not_found`. */
export function missingOwner(resource: Resource, input: Values, { isLive }: Pick<Known, 'isLive'>) {
  for (const { name, field } of namingColumns(resource)) {
    const id = input[name];
    if (field.kind !== 'reference' || !field.byQuery || typeof id !== 'string') continue;
    if (!isId(id) || !isLive(field.to, id)) return { resource: resourceOf(field.to), id };
  }
  return null;
}

/** The problems of all given references that have no valid target. */
export const referenceProblems = (resource: Resource, input: Values, prefix: string, known: Known): Problem[] =>
  namingColumns(resource).flatMap((column) => problemsOf(column, input, prefix, known));
