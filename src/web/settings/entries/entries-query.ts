import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { readPages } from '../../../client/pages.ts';
import type { Query } from '../../../client/request.ts';
import type { Resource } from '../../../resources/resource.ts';
import { transport } from '../../data/api.ts';
import { changeQueue } from '../../data/change-queue.ts';
import { Conflict } from '../../data/conflict.ts';
import type { Fields } from '../../data/target.ts';
import { useDirectory } from '../../data/directory.ts';
import { queryClient } from '../../data/query-client.ts';
import { shownFields } from '../../fields/page-field.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { changeOrChoose } from '../../record/conflict/change-or-choose.ts';
import type { FieldChange } from '../../record/record-query.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';

/** A record of a small resource: a stage, an entry of a list, a custom field. */
export type SmallRecord = Fields & { readonly id: string; readonly name: string; readonly version: number };

/** The records to read: the live ones, the deleted ones or both. */
type EntryFilter = 'live' | 'deleted' | 'both';

const keyOf = ({ plural }: Resource) => [plural, 'entries'] as const;

/** All records of a small resource, in its own order, with their versions. */
const entriesQuery = (resource: Resource, shown: EntryFilter, directoryVersion: string) =>
  queryOptions({
    queryKey: [...keyOf(resource), shown, directoryVersion],
    queryFn: ({ signal }) => readEntries(resource, filters[shown], signal),
  });

/**
 * The queries of the API. A list with a filter on `deleted_at` includes deleted records, and `ne` matches null.
 * One request reads both, so that a record that is deleted or restored meanwhile is there once.
 */
const filters: Record<EntryFilter, Query> = {
  live: {},
  deleted: { 'deleted_at[is_null]': 'false' },
  both: { 'deleted_at[ne]': '1970-01-01T00:00:00Z' },
};

async function readEntries(resource: Resource, filter: Query, signal: AbortSignal): Promise<SmallRecord[]> {
  const unlisted = shownFields(resource).filter(([, field]) => field.unlisted);
  const include = [...unlisted.map(([name]) => name), 'version', 'deleted_at'].join();
  const query = { include, per_page: 500, ...filter };
  const entries: SmallRecord[] = [];
  for await (const page of readPages<SmallRecord>(transport, { path: `/${resource.plural}`, query, signal })) {
    // The page has changed some meanwhile.
    entries.push(...page.map((one) => ({ ...one, ...changeQueue.pending({ plural: resource.plural, id: one.id }) })));
  }
  return entries;
}

/** The records of a small resource. They are read again when the version of the directory changes. */
export function useEntries(resource: Resource, shown: EntryFilter = 'live', isOpen = true) {
  const { version } = useDirectory();
  const query = entriesQuery(resource, shown, version);
  const { data, error, refetch } = useQuery({ ...query, enabled: isOpen, placeholderData: keepPreviousData });
  return { entries: data ?? null, error, retry: () => void refetch() };
}

/** Reads the records again. Resolves when no read is under way, also of a version of the directory that came meanwhile. */
export async function readEntriesAgain(resource: Resource): Promise<void> {
  const queries = { queryKey: keyOf(resource) };
  // A first read that began before the change would be joined, and not begun again.
  await queryClient.cancelQueries(queries);
  await queryClient.invalidateQueries(queries);
  while (queryClient.isFetching(queries) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Shows other values of a record until the service's are read. */
export const putEntry = (resource: Resource, id: string, values: Fields): void =>
  void queryClient.setQueriesData<SmallRecord[]>({ queryKey: [...keyOf(resource), 'live'] }, (entries) =>
    entries?.map((one) => (one.id === id ? { ...one, ...values } : one)),
  );

/** Shows the records in another order until the service's is read. */
export const putOrder = (resource: Resource, order: readonly string[]): void =>
  void queryClient.setQueriesData<SmallRecord[]>(
    { queryKey: [...keyOf(resource), 'live'] },
    (entries) => entries && inOrder(entries, order).map((entry, index) => ({ ...entry, position: index + 1 })),
  );

/** The records in an order of their ids. Those that it does not name come last. */
export function inOrder(entries: readonly SmallRecord[], order: readonly string[]): SmallRecord[] {
  const named = order.map((id) => entries.find((entry) => entry.id === id)).filter((entry) => entry !== undefined);
  return [...named, ...entries.filter(({ id }) => !order.includes(id))];
}

/** Shows the records without one. */
export const dropEntry = (resource: Resource, id: string): void =>
  void queryClient.setQueriesData<SmallRecord[]>({ queryKey: [...keyOf(resource), 'live'] }, (entries) =>
    entries?.filter((one) => one.id !== id),
  );

/**
 * Changes a record. The page shows the change at once, and the person can undo it.
 * @returns the fault of the value if the service refuses it.
 */
export const changeEntry = (resource: Resource, entry: SmallRecord, change: FieldChange): Promise<string | null> =>
  makeChange(resource, entry, change, (version) => {
    const before = Object.fromEntries(Object.keys(change.fields).map((name) => [name, entry[name] ?? null]));
    const back = { label: change.label, fields: before, shown: before };
    canUndo(() => void undoChange(resource, { ...entry, ...change.shown, version }, back));
  });

async function makeChange(
  resource: Resource,
  entry: SmallRecord,
  { label, fields, shown }: FieldChange,
  onMade: (version: number) => void,
): Promise<string | null> {
  const target = { singular: resource.singular, plural: resource.plural, id: entry.id };
  const readAgain = (): void => void readEntriesAgain(resource);
  try {
    const seen = { version: entry.version, seen: entry, onConflict: readAgain };
    const sent = changeOrChoose({ target, fields, shown }, seen);
    putEntry(resource, entry.id, shown);
    const made = await sent;
    if (made === null) return null;
    putEntry(resource, entry.id, { ...made.record, ...changeQueue.pending(target), version: made.version });
    // The values before a chosen one are those of somebody else, which this page has not read.
    if (made.chosen === null) onMade(made.version);
    return null;
  } catch (error) {
    await readEntriesAgain(resource);
    if (error instanceof Conflict) toast(`${label} stays as it is. ${error.message}`, { isFault: true });
    return reasonOf(error);
  }
}

async function undoChange(resource: Resource, entry: SmallRecord, change: FieldChange): Promise<void> {
  const fault = await makeChange(resource, entry, change, () => undefined);
  toast(fault === null ? `${change.label} is as before.` : `${change.label} is not as before. ${fault}`, {
    isFault: fault !== null,
  });
}
