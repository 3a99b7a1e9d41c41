import { directoryLists } from '../../resources/index.ts';
import { type Resource, type Row, type Value, valuesAside } from '../../resources/resource.ts';
import { fold } from '../../resources/vocabulary/formats.ts';
import { assemblerOf } from '../../store/rows/assemble.ts';
import type { Directory } from '../../store/rows/directory.ts';

/** The directory as JSON text: its version, the account, and each list with its live entries in its order. */
export function directoryText(directory: Directory): string {
  const lists = directoryLists.map((resource) => {
    const entries = liveInOrder(resource, directory).map((row) => entryText(resource, row, directory));
    return `,"${resource.plural}":[${entries.join(',')}]`;
  });
  const { version, account } = directory;
  return `{"version":"${version}","account":${JSON.stringify(account)}${lists.join('')}}`;
}

/** The entry as its list shows it with all values that `include` adds. */
function entryText(resource: Resource, row: Row, directory: Directory): string {
  const text = assemblerOf(resource)(row, directory, {});
  const aside = valuesAside(resource).map(([name]) => `,"${name}":${JSON.stringify(row[name] ?? null)}`);
  return `${text.slice(0, -1)}${aside.join('')}}`;
}

/** Sorts as the statement of the list does: empty values last, then by id. */
function liveInOrder({ plural, fields, order = [] }: Resource, directory: Directory): Row[] {
  const keyOf = (row: Row, name: string): EntrySortKey => sortKey(row[name] ?? null, fields[name]?.folded === true);
  return [...directory.entries(plural).values()]
    .filter((row) => row.deleted_at === null)
    .map((row) => ({ row, keys: [...order.map((name) => keyOf(row, name)), Number(row.id)] }))
    .sort((one, other) => compareKeys(one.keys, other.keys))
    .map(({ row }) => row);
}

type EntrySortKey = Uint8Array | number | null;

/** Postgres compares folded texts by their bytes. */
const sortKey = (value: Value, isFolded: boolean): EntrySortKey =>
  typeof value === 'string' ? Buffer.from(isFolded ? fold(value) : value) : (value as number | null);

function compareKeys(one: readonly EntrySortKey[], other: readonly EntrySortKey[]): number {
  const at = one.findIndex((key, index) => compare(key, other[index] ?? null) !== 0);
  return at < 0 ? 0 : compare(one[at] ?? null, other[at] ?? null);
}

function compare(one: EntrySortKey, other: EntrySortKey): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one instanceof Uint8Array ? Buffer.compare(one, other as Uint8Array) : one - (other as number);
}
