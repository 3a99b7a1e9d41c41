import { isSame } from '../../domain/input.ts';
import type { GivenReference, RecordName } from '../../domain/references.ts';
import type { Values } from '../../domain/rule.ts';
import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Row, Value } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { plainEmailAddress, withoutInvisible } from '../../resources/vocabulary/invisible.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { spellingsOf } from '../../store/write/external-ids.ts';
import type { PrefetchedRows } from '../../store/write/prefetch.ts';
import type { Item } from './change-set.ts';

// A body can name a record by an object. The rules see its id. The directory has the list entries and users; the
// prefetch looks up the external ids of other records.

const isSmall = (plural: string): boolean => resourceOf(plural).kept === 'directory';

/** The external ids by which items name records of large resources, by plural. */
export function externalIdsIn(items: readonly Item[]): Map<string, string[]> {
  const byPlural = new Map<string, Set<string>>();
  for (const { to, records } of items.flatMap(({ references = [] }) => references)) {
    for (const { key, value } of records) {
      const sought = key === 'id' || isSmall(to) ? [] : spellingsOf(value);
      for (const text of sought) byPlural.set(to, (byPlural.get(to) ?? new Set()).add(text));
    }
  }
  return new Map([...byPlural].map(([plural, values]) => [plural, [...values]]));
}

/** The live entries of a list by a unique text, folded; cached with the entries, because many rows may name them. */
const entriesByText = new WeakMap<ReadonlyMap<string, Row>, Map<string, ReadonlyMap<string, string>>>();

function entryNamed(directory: Directory, plural: string, { key, value }: RecordName): string | null {
  const entries: ReadonlyMap<string, Row> = directory.entries(plural);
  const texts = entriesByText.get(entries) ?? new Map<string, ReadonlyMap<string, string>>();
  entriesByText.set(entries, texts);
  const ids = texts.get(key) ?? idsByText([...entries.values()], key);
  texts.set(key, ids);
  return ids.get(folded(key, value)) ?? null;
}

const folded = (key: string, text: string): string =>
  (key === 'email' ? plainEmailAddress(text) : withoutInvisible(text)).toLowerCase();

const idsByText = (rows: readonly Row[], key: string): ReadonlyMap<string, string> =>
  new Map(rows.flatMap((row) => (row.deleted_at === null ? [[folded(key, row[key] as string), row.id] as const] : [])));

/** The id that an object names before the prefetch: that of a small record, or the one that it gives. */
const knownId = (directory: Directory, to: string, name: RecordName): string | null => {
  if (name.key === 'id') return isId(name.value) ? name.value : null;
  return isSmall(to) ? entryNamed(directory, to, name) : null;
};

/** The values of an item with the ids that are known before the prefetch. */
export function withKnownIds({ input, references }: Item, directory: Directory): Values {
  if (!references) return input;
  const known = references.map(({ column, to, isList, records }): [string, Value] => {
    const ids = records.flatMap((name) => knownId(directory, to, name) ?? []);
    return [column, isList ? ids : (ids[0] ?? null)];
  });
  return { ...Object.fromEntries(known), ...input };
}

interface KnownRecords extends Pick<PrefetchedRows, 'isLive' | 'idNamed'> {
  readonly directory: Directory;
}

function idOf(to: string, name: RecordName, { directory, idNamed }: KnownRecords): string | null {
  if (name.key === 'id' || isSmall(to)) return knownId(directory, to, name);
  return (
    spellingsOf(name.value)
      .map((text) => idNamed(to, text))
      .find((id) => id !== null) ?? null
  );
}

/** The values of an item, with the ids of the records that its objects name. @param base the record before. */
export function withNamedRecords(
  { input, references, pointer }: Item,
  base: Values,
  known: KnownRecords,
): { readonly input: Values; readonly problems: readonly Problem[] } {
  if (!references) return { input, problems: [] };
  const values: Record<string, Value> = { ...input };
  const problems: Problem[] = [];
  for (const reference of references) {
    const { column, name, to, records } = reference;
    const ids = records.map((one) => idOf(to, one, known));
    const value = valueOf(reference, ids);
    if (value !== undefined && isSame(value, base[column])) continue;
    const isOther = value !== undefined && column in input && !isSame(value, input[column]);
    const faults = isOther ? [otherThan(column)] : faultsOf(reference, ids, known);
    problems.push(...faults.map((fault) => ({ ...fault, pointer: `${pointer}/${name}${fault.pointer}` })));
    if (faults.length === 0) values[column] = value ?? null;
  }
  return { input: values, problems };
}

/** The value of the column; undefined if an object names no record. */
function valueOf({ isList }: GivenReference, ids: readonly (string | null)[]): Value | undefined {
  const found = ids.filter((id) => id !== null);
  if (found.length < ids.length) return undefined;
  return isList ? found : (found[0] ?? null);
}

type Fault = Problem & { readonly pointer: string };

/** The objects that name no live record, and those that name one again. Pointers are relative to the reference. */
function faultsOf(
  { to, isList, records }: GivenReference,
  ids: readonly (string | null)[],
  { isLive }: KnownRecords,
): Fault[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index): Fault[] => {
    const pointer = isList ? `/${index}` : '';
    const key = records[index]?.key ?? 'id';
    if (id === null || !isLive(to, id)) {
      return [{ pointer, code: 'invalid_reference', message: `is not the ${key} of one of the account's ${to}` }];
    }
    if (seen.has(id)) return [{ pointer, code: 'duplicate', message: 'is already in the list' }];
    seen.add(id);
    return [];
  });
}

const otherThan = (column: string): Fault => ({
  pointer: '',
  code: 'not_allowed',
  message: `names another record than ${column}; send one of the two`,
  suggestion: column,
});
