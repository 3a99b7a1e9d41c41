import type { InfiniteData } from '@tanstack/react-query';
import { idFields, requestName } from '../../resources/resource.ts';
import { resourceOf } from '../../resources/index.ts';
import type { Fields, RecordTarget } from '../data/target.ts';
import { queryClient } from '../data/query-client.ts';
import type { RecordAnswer } from '../data/revert.ts';
import { filtersOf, type Search } from './address.ts';
import { countQuery } from './count-query.ts';
import type { ListedRecord } from '../data/records.ts';
import { type LoadedPage, readRows } from './list-query.ts';

/** The most records that are read again one by one. */
export const mostRead = 200;

/** Changes the rows of all lists that begin with a key. */
function changeRows(
  queryKey: readonly unknown[],
  change: (rows: readonly ListedRecord[]) => readonly ListedRecord[],
): void {
  queryClient.setQueriesData<InfiniteData<LoadedPage>>({ queryKey }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({ ...page, rows: change(page.rows) }));
    const less = rowsIn(data.pages) - rowsIn(pages);
    return { ...data, pages: pages.map((page) => ({ ...page, total: page.total && page.total - less })) };
  });
}

const rowsIn = (pages: readonly LoadedPage[]): number => pages.reduce((sum, { rows }) => sum + rows.length, 0);

/** Puts rows in the place of those with the same ids, unless these are newer. */
function putRows(queryKey: readonly unknown[], rows: readonly ListedRecord[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  changeRows(queryKey, (before) => before.map((row) => newer(row, byId.get(row.id))));
}

const newer = (row: ListedRecord, read: ListedRecord | undefined): ListedRecord =>
  read === undefined || (read.version ?? 0) < (row.version ?? 0) ? row : read;

/** The records that this page has deleted, until the event of the deletion arrives. */
const deletedHere = new Set<string>();

/** Takes deleted records out of all lists. */
export function dropRows(plural: string, ids: readonly string[]): void {
  const gone = new Set(ids);
  // Only a table on the screen hears of its deletions.
  const isShown = queryClient.getQueryCache().findAll({ queryKey: ['list', plural], type: 'active' }).length > 0;
  if (isShown) for (const id of ids) deletedHere.add(`${plural}/${id}`);
  changeRows(['list', plural], (rows) => rows.filter(({ id }) => !gone.has(id)));
}

/** Takes a deletion that the table knows of already. @returns whether it knew of it: true once. */
export const takeKnownDeletion = (plural: string, id: string): boolean => deletedHere.delete(`${plural}/${id}`);

/**
 * Takes the answer to a change into all lists that show the record.
 * @param shown the values that the page showed meanwhile: the answer leaves out fields that have to be asked for.
 */
export function mergeRecord({ plural, id }: RecordTarget, { record, version }: RecordAnswer, shown: Fields): void {
  const ids = new Map(idFields(resourceOf(plural)).map(([name, field]) => [requestName(name, field), name]));
  const valueOf = (key: string, value: unknown): unknown => {
    if (key in record) return record[key];
    const name = ids.get(key);
    if (name !== undefined && name in record) return idsIn(record[name]);
    return key in shown ? shown[key] : value;
  };
  changeRows(['list', plural], (rows) =>
    rows.map((row) => {
      if (row.id !== id || (row.version ?? 0) > version) return row;
      const values = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, valueOf(key, value)]));
      return { ...values, id, version };
    }),
  );
}

/** The id of an embedded record, or the ids of several. */
const idsIn = (embedded: unknown): unknown =>
  Array.isArray(embedded)
    ? embedded.map((one) => (one as Fields)['id'])
    : ((embedded as Fields | null)?.['id'] ?? null);

/** Reads records again that a list shows. @returns the number of those that were read. */
export async function rereadRows(queryKey: readonly [string, string, Search], ids: readonly string[]): Promise<number> {
  const [, plural, query] = queryKey;
  const read = await readRows(plural, ids, query).catch(() => []);
  putRows(queryKey, read);
  return read.length;
}

/** The ids of the records that a list has loaded. */
export const loadedIds = (queryKey: readonly [string, string, Search]): ReadonlySet<string> =>
  new Set(
    queryClient.getQueryData<InfiniteData<LoadedPage>>(queryKey)?.pages.flatMap(({ rows }) => rows.map(({ id }) => id)),
  );

/** Counts the records of a list again. After a change, some may no longer match its filters. */
export async function recount(queryKey: readonly [string, string, Search]): Promise<void> {
  const [, plural, query] = queryKey;
  // A search has no total.
  if (query['q'] !== undefined) return;
  const counted = countQuery(plural, filtersOf(query));
  const total = await queryClient.query({ ...counted, staleTime: 0 }).catch(() => null);
  if (total === null) return;
  queryClient.setQueryData<InfiniteData<LoadedPage>>(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((page, index) => (index === 0 ? { ...page, total } : page)) },
  );
}

/** Reads a record again in all lists that show it. */
export async function rereadRow(plural: string, id: string): Promise<void> {
  const keys = queryClient.getQueryCache().findAll({ queryKey: ['list', plural] });
  await Promise.all(keys.map(({ queryKey }) => rereadRows(queryKey as [string, string, Search], [id])));
}
