import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { choiceName } from '../fields/labels.ts';
import { useMedia } from '../parts/use-media.ts';
import { filtersOf, type Search } from './address.ts';
import { BulkTools } from './bulk/bulk-tools.tsx';
import { columnKeys, columnsOf } from './columns/columns.ts';
import { usePendingRows } from './edit/pending-rows.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { parameterFaults } from './filters/parameter-faults.ts';
import { ListHead } from './list-head.tsx';
import { nextSort } from './grid/sort.ts';
import { requestOf, sortOf } from './list-query.ts';
import { ListRows } from './list-rows.tsx';
import { ListState } from './list-state.tsx';
import { ListTools } from './list-tools.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useChanging } from './use-changing.ts';
import { useList } from './use-list.ts';
import { ViewsButton } from './views/views-button.tsx';
import { useViews } from './views/views.ts';

/** The records of a resource as a table. Its address is the query of the API's list. */
export function ListScreen({ resource }: { readonly resource: Resource }) {
  const { plural } = resource;
  const search = useSearch({ strict: false }) as unknown as Search;
  const navigate = useNavigate();
  const shape = useShape(resource, search);
  const { columns, context, query } = shape;
  const isNarrow = useMedia('(width < 720px)');
  const [isSelecting, setSelecting] = useState(false);
  const { list, rows: stored, total, waiting, reload } = useList(plural, query);
  const rows = usePendingRows(resource, stored);
  const selection = useSelection(rows, JSON.stringify(filtersOf(search)));
  const { changing, bulk } = useChanging({ resource, query, context, selection });
  const place = { plural, screen: plural };
  const { views, view } = useViews(place, search);
  const title = view?.name ?? choiceName(plural);
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  const go = (changes: Record<string, string | undefined>, replace = false): void =>
    void navigate({ to: `/${plural}`, search: { ...search, ...changes } as never, replace });
  const open = (next: Search): void => void navigate({ to: `/${plural}`, search: next as never });
  const onEnd = (): void => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  };
  const faults = parameterFaults(list.error);
  // A condition that the service refuses stays in sight.
  const isFolded = isNarrow && faults.length === 0;
  const filters = <FilterBar {...{ resource, search, context, faults, isFolded }} onChange={go} />;
  return (
    <>
      <ListHead
        {...{ resource, title, search, waiting }}
        count={{ total, shown: rows.length }}
        isLoading={list.isPending}
        onChange={go}
        onReload={reload}
      >
        {isFolded && filters}
        <ViewsButton {...{ place, views, view, search }} onOpen={open} />
        <ListTools
          {...{ resource, title, search, ...shape, total }}
          isFolded={isNarrow}
          onSelect={changing && (() => setSelecting(true))}
          onChange={go}
        />
      </ListHead>
      {!isFolded && filters}
      {changing && (
        <BulkTools
          {...{ resource, search, rows, total, context, ...bulk }}
          hasMore={list.hasNextPage}
          selection={changing.selection}
        />
      )}
      <ListState {...{ resource, search, list }} isEmpty={rows.length === 0} onClear={() => open({})} />
      {rows.length > 0 && (
        <ListRows
          {...{ plural, rows, total, columns, context, changing, onEnd, isNarrow, isSelecting }}
          onSelected={() => setSelecting(false)}
          label={title}
          sort={sortOf(plural, search)}
          onSort={search['q'] === undefined ? (name) => go({ sort: nextSort(plural, search, name) }) : undefined}
        />
      )}
    </>
  );
}

/** The columns of an address, and the request that reads their values. */
function useShape(resource: Resource, search: Search) {
  const directory = useDirectory();
  const formats = useFormats();
  const keys = useMemo(() => columnKeys(resource, search), [resource, search]);
  const columns = useMemo(() => columnsOf(resource, keys, directory), [resource, keys, directory]);
  const context = useMemo(() => ({ formats, directory }), [formats, directory]);
  return { keys, columns, context, query: requestOf(resource, search, keys) };
}
