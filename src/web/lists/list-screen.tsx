import { useMemo, useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { choiceName } from '../../resources/labels.ts';
import { narrow, useMedia } from '../parts/use-media.ts';
import { useTitle } from '../parts/use-title.ts';
import { filtersOf, type Search } from '../queries/address.ts';
import { requestOf, sortOf } from '../queries/list-query.ts';
import { type SearchChanges, useAddress } from '../queries/use-address.ts';
import { AsOfNote } from './as-of/as-of-note.tsx';
import { BulkTools } from './bulk/bulk-tools.tsx';
import { commandsOf } from './bulk/bulk-commands.ts';
import { columnKeys, columnsOf } from './columns/columns.ts';
import { ListFilters } from './filters/list-filters.tsx';
import { parameterFaults } from './filters/parameter-faults.ts';
import { ListHead } from './list-head.tsx';
import { nextSort } from './grid/sort.ts';
import { ListRows } from './list-rows.tsx';
import { ListState } from './list-state.tsx';
import { ListTools } from './list-tools.tsx';
import { useListOnScreen } from '../create/creation.ts';
import { subjectOf } from '../create/subject.ts';
import { useSelection } from './selection/use-selection.ts';
import { useChanging } from './use-changing.ts';
import { useList } from './use-list.ts';
import style from './list-screen.module.css';
import { ViewsButton } from './views/views-button.tsx';
import { useViews } from './views/views.ts';
import { useViewContext } from '../fields/use-view-context.ts';

/** The records of a resource as a table. Its address is the query of the API's list. */
export function ListScreen({ resource }: { readonly resource: Resource }) {
  const { plural } = resource;
  const { search, open, change } = useAddress(`/${plural}`);
  const go = (changes: SearchChanges, replace = false): void => change(changes, replace);
  const shape = useShape(resource, search);
  const { columns, context, query } = shape;
  const listed = useList(resource, query);
  const { list, rows, total, more } = listed;
  const selection = useSelection(rows, JSON.stringify(filtersOf(search)));
  const { changing, bulk } = useChanging({ resource, query, selection });
  const subject = (record: string) =>
    subjectOf(
      plural,
      rows.find(({ id }) => record === `${plural}/${id}`),
    );
  useListOnScreen({ resource, search, subjectOf: subject });
  const place = { plural, screen: plural };
  const { views, view } = useViews(place, search);
  const title = view?.name ?? choiceName(plural);
  useTitle(title);
  const [isSelecting, setSelecting] = useState(false);
  const isNarrow = useMedia(narrow);
  const faults = parameterFaults(list.error);
  // A condition that the service refuses stays in sight.
  const isFolded = isNarrow && faults.length === 0;
  const filters = <ListFilters resource={resource} search={search} faults={faults} isFolded={isFolded} onChange={go} />;
  return (
    <>
      <ListHead resource={resource} title={title} search={search} listed={listed} onChange={go}>
        {isFolded && filters}
        <ViewsButton place={place} views={views} view={view} search={search} onOpen={open} />
        <ListTools
          resource={resource}
          title={title}
          search={search}
          {...shape}
          total={total}
          isFolded={isNarrow}
          onSelect={changing && (() => setSelecting(true))}
          onChange={go}
        />
      </ListHead>
      {!isFolded && <div className={style.filters}>{filters}</div>}
      <AsOfNote asOf={search['as_of']} onNow={() => go({ as_of: undefined })} />
      <ListState resource={resource} search={search} list={list} isEmpty={rows.length === 0} onClear={() => open({})} />
      {rows.length > 0 && (
        <ListRows
          plural={plural}
          rows={rows}
          total={total}
          columns={columns}
          context={context}
          changing={changing}
          onEnd={more}
          isNarrow={isNarrow}
          isSelecting={isSelecting}
          onSelected={() => setSelecting(false)}
          label={title}
          sort={sortOf(plural, search)}
          onSort={search['q'] === undefined ? (name) => go({ sort: nextSort(plural, search, name) }) : undefined}
        />
      )}
      {changing && (
        <BulkTools
          resource={resource}
          search={search}
          listed={{ rows, total, hasMore: list.hasNextPage }}
          context={context}
          commands={commandsOf(resource)}
          {...bulk}
          selection={changing.selection}
        />
      )}
    </>
  );
}

/** The columns of an address, and the request that reads their values. */
function useShape(resource: Resource, search: Search) {
  const context = useViewContext();
  const { directory } = context;
  const keys = useMemo(() => columnKeys(resource, search), [resource, search]);
  const columns = useMemo(() => columnsOf(resource, keys, directory), [resource, keys, directory]);
  return { keys, columns, context, query: requestOf(resource, search, keys) };
}
