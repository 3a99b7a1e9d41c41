import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { StreamedEvent } from '../../client/event-stream.ts';
import { onChanges, pluralOf } from '../data/changes.ts';
import { queryClient } from '../data/query-client.ts';
import type { Search } from './address.ts';
import { mostRead, rereadRows, takeKnownDeletion } from './list-cache.ts';
import { listPages, type ListPage } from './list-query.ts';

/**
 * The rows of a list, read page by page. A row that another person changes takes its new values in its place. The list
 * adds, removes and moves rows only on `reload`; `waiting` counts the changed records that are not shown yet.
 */
export function useList(plural: string, query: Search) {
  const options = listPages(plural, query);
  const list = useInfiniteQuery(options);
  const [others, setOthers] = useState<{ readonly of: string; readonly count: number }>({ of: '', count: 0 });
  const of = JSON.stringify(options.queryKey);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  useEffect(
    () =>
      onChanges((events) => {
        if (events === null) void queryClient.invalidateQueries({ queryKey: ['list', plural] });
        else {
          void takeChanges(JSON.parse(of) as Key, idsOf(plural, events)).then((count) =>
            setOthers((before) => ({ of, count: count + (before.of === of ? before.count : 0) })),
          );
        }
      }),
    [plural, of],
  );
  const reload = (): void => {
    setOthers({ of, count: 0 });
    void list.refetch();
  };
  return { list, rows, total: pages?.[0]?.total ?? null, waiting: others.of === of ? others.count : 0, reload };
}

type Key = readonly ['list', string, Search];

const idsOf = (plural: string, events: readonly StreamedEvent[]): readonly string[] => [
  ...new Set(events.filter((event) => pluralOf(event) === plural).map(({ payload }) => payload.id)),
];

/** Takes changed records into the rows that are shown. @returns the number of the others. */
async function takeChanges(queryKey: Key, changed: readonly string[]): Promise<number> {
  const ids = changed.filter((id) => !takeKnownDeletion(queryKey[1], id));
  const data = queryClient.getQueryData<InfiniteData<ListPage>>(queryKey);
  const shown = new Set(data?.pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const known = ids.filter((id) => shown.has(id));
  if (known.length === 0 || known.length > mostRead) return ids.length;
  return ids.length - (await rereadRows(queryKey, known));
}
