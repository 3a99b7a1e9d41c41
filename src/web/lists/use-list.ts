import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useState } from 'react';
import type { StreamedEvent } from '../../client/events.ts';
import type { Resource } from '../../resources/resource.ts';
import { changeQueue } from '../data/change-queue.ts';
import { onChanges, pluralOf } from '../data/changes.ts';
import { queryClient } from '../data/query-client.ts';
import { paced } from '../data/read-again.ts';
import type { Search } from '../queries/address.ts';
import { loadedIds, mostRead, rereadRows, takeKnownDeletion } from '../queries/list-cache.ts';
import type { ListedRecord } from '../data/records.ts';
import { listPages, type LoadedPage } from '../queries/list-query.ts';
import { type ListKey, rereadLoaded } from './reread-loaded.ts';

/**
 * The rows of a list, read page by page. A row that another person changes takes its new values in its place. The list
 * adds, removes and moves rows only on `reload`; `waiting` counts the changed records that are not shown yet. `more`
 * reads the next page.
 */
export function useList(resource: Resource, query: Search) {
  const { plural } = resource;
  const options = listPages(plural, query);
  const list = useInfiniteQuery(options);
  const [others, setOthers] = useState<{ readonly of: string; readonly count: number }>({ of: '', count: 0 });
  const of = JSON.stringify(options.queryKey);
  const pages = list.data?.pages;
  const read = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const rows = usePendingRows(resource, read);
  useEffect(
    () =>
      onChanges((events) => {
        if (events === null) void queryClient.invalidateQueries({ queryKey: ['list', plural] });
        else {
          const key = JSON.parse(of) as ListKey;
          void takeChanges(key, idsOf(plural, events)).then((count) =>
            setOthers((before) => ({ of, count: count + (before.of === of ? before.count : 0) })),
          );
          const sources = sourcesOf(resource, key);
          if (events.some((event) => sources.has(pluralOf(event)))) {
            void paced(`rows of ${of}`, { read: () => rereadLoaded(key, loadedIds(key)) });
          }
        }
      }),
    [resource, plural, of],
  );
  const reload = (): void => {
    setOthers({ of, count: 0 });
    void list.refetch();
  };
  const more = (): void => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  };
  return { list, rows, total: pages?.[0]?.total ?? null, waiting: others.of === of ? others.count : 0, reload, more };
}

/** The rows of a list, and the functions that read more of them. */
export type LoadedList = ReturnType<typeof useList>;

/** The rows with the changes on top that the service has not answered yet. */
function usePendingRows({ singular, plural }: Resource, rows: readonly ListedRecord[]): readonly ListedRecord[] {
  const [changes, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => changeQueue.subscribe((target) => target.plural === plural && again()), [plural]);
  return useMemo(
    () =>
      rows.map((row) => {
        const pending = changeQueue.pending({ singular, plural, id: row.id });
        return Object.keys(pending).length === 0 ? row : { ...row, ...pending };
      }),
    // The queue tells of its changes; it is no value of React.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [singular, plural, rows, changes],
  );
}

/** The kinds of records from which values in the rows of a list are computed. */
const sourcesOf = ({ fields }: Resource, [, , { fields: keys = '' }]: ListKey): ReadonlySet<string> =>
  new Set(keys.split(',').flatMap((key) => fields[key]?.gathered ?? []));

const idsOf = (plural: string, events: readonly StreamedEvent[]): readonly string[] => [
  ...new Set(events.filter((event) => pluralOf(event) === plural).map(({ payload }) => payload.id)),
];

/** Takes changed records into the rows that are shown. @returns the number of the others. */
async function takeChanges(queryKey: ListKey, changed: readonly string[]): Promise<number> {
  const ids = changed.filter((id) => !takeKnownDeletion(queryKey[1], id));
  const data = queryClient.getQueryData<InfiniteData<LoadedPage>>(queryKey);
  const shown = new Set(data?.pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const known = ids.filter((id) => shown.has(id));
  if (known.length === 0 || known.length > mostRead) return ids.length;
  return ids.length - (await rereadRows(queryKey, known));
}
