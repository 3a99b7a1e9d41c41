import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import type { Resource } from '../../resources/resource.ts';
import { type ListedRecord, readList, type RecordPage, withTotal } from '../data/records.ts';
import { listQuery, type Search } from './address.ts';

/** Only the first page has a total, and a search has none. */
export type LoadedPage = RecordPage<ListedRecord>;

const perPage = 100;

/** The query of the API for an address: the address's own, with the keys of the columns. */
export function requestOf({ plural }: Resource, search: Search, keys: readonly string[]): Search {
  const query = listQuery(search);
  const included = (query['include'] ?? '').split(',').filter(Boolean);
  const listed = keys.filter((key) => !included.includes(key));
  const read = new Set(['id', ...listed.flatMap((key) => [key, ...(besides[key] ?? [])])]);
  const late = listed.includes('bid_due_date') && !included.includes('is_overdue') ? ['is_overdue'] : [];
  const [fields, include] = [[...read].join(','), [...included, 'version', ...late].join(',')];
  const sort = sortOf(plural, search);
  return { per_page: String(perPage), ...query, ...(sort === undefined ? {} : { sort }), fields, include };
}

/** The order of a list. A search has one of its own. */
export const sortOf = (plural: string, { sort, q }: Search): string | undefined =>
  sort ?? (q === undefined ? defaultSorts[plural] : undefined);

/** The order of a list whose address names none, by plural, if it is not that of the service. */
export const defaultSorts: Readonly<Record<string, string>> = {
  calls: '-recorded_at',
  companies: 'name',
  contacts: 'name',
  notes: '-happened_at',
};

/** The further keys of some columns: the hour of a bid, which stays when a person changes its day, and figures. */
const besides: Readonly<Partial<Record<string, readonly string[]>>> = {
  bid_due_date: ['bid_due_at', 'bid_due_at_includes_time'],
  open_projects: ['open_amount'],
  won_projects: ['decided_projects'],
};

/** The pages of a list. Their key does not begin with the plural, so that an event does not read all of them again. */
export const listPages = (plural: string, query: Search) =>
  infiniteQueryOptions({
    queryKey: ['list', plural, query],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<LoadedPage> => {
      if (pageParam !== null) return await readList(plural, { path: pageParam, signal });
      return await readList(plural, { query, headers: withTotal, signal });
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Reads the rows of some records, wherever they stand in the list, at its instant. Deleted ones are missing. */
export async function readRows(
  plural: string,
  ids: readonly string[],
  { fields, include, as_of: asOf }: Search,
): Promise<readonly ListedRecord[]> {
  const query: Query = { id: ids.join(','), fields, include, per_page: 500, as_of: asOf };
  return (await readList(plural, { query })).rows;
}
