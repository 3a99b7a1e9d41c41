import type { RecordName } from '../../domain/references.ts';
import type { Values } from '../../domain/rule.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Row, Value } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { plainEmailAddress, withoutInvisible } from '../../resources/vocabulary/invisible.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { spellingsOf } from '../../store/write/external-ids.ts';
import type { Item } from './change-set.ts';

// A body can name a record by an object. The rules see its id. The directory has the list entries and users; the
// prefetch looks up the external ids of other records.

/** Whether the directory has the records, so that their names need no lookup. */
export const isSmall = (plural: string): boolean => resourceOf(plural).kept === 'directory';

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
export const knownId = (directory: Directory, to: string, name: RecordName): string | null => {
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
