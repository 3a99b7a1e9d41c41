import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import type { Resource } from '../../resources/resource.ts';
import { api, type PageAnswer } from '../data/api.ts';
import type { Fields } from '../data/target.ts';
import { listQuery, type Search } from './address.ts';

/** A row of a list: the chosen keys of a record, and its version. */
export type ListedRecord = Fields & { readonly id: string; readonly version?: number };

export interface LoadedPage {
  readonly rows: readonly ListedRecord[];
  /** The exact number of all matching records, on the first page; a search has none. */
  readonly total: number | null;
  /** The path of the next page; null on the last one. */
  readonly next: string | null;
}

const perPage = 100;

type Body = Record<string, ListedRecord[]>;

/** The query of the API for an address: the address's own, with the keys of the columns. */
export function requestOf({ plural }: Resource, search: Search, keys: readonly string[]): Search {
  const query = listQuery(search);
  const included = (query['include'] ?? '').split(',').filter(Boolean);
  const listed = keys.filter((key) => !included.includes(key));
  const more = listed.includes('bid_due_date') ? bidHour.filter((key) => !listed.includes(key)) : [];
  const [fields, include] = [['id', ...listed, ...more].join(','), [...included, 'version'].join(',')];
  const sort = sortOf(plural, search);
  return { per_page: String(perPage), ...query, ...(sort === undefined ? {} : { sort }), fields, include };
}

/** The order of a list. A search has one of its own. */
export const sortOf = (plural: string, { sort, q }: Search): string | undefined =>
  sort ?? (q === undefined ? defaultSorts[plural] : undefined);

/** The order of a list whose address names none, by plural, if it is not that of the service. */
export const defaultSorts: Readonly<Record<string, string>> = { calls: '-recorded_at', contacts: 'name' };

/** The keys that tell whether a bid has an hour, which stays when a person changes its day. */
const bidHour = ['bid_due_at', 'bid_due_at_includes_time'];

/** The pages of a list. Their key does not begin with the plural, so that an event does not read all of them again. */
export const listPages = (plural: string, query: Search) =>
  infiniteQueryOptions({
    queryKey: ['list', plural, query],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<LoadedPage> => {
      if (pageParam !== null) return pageOf(plural, await api.send<Body>({ path: pageParam, signal }));
      const headers = { prefer: 'count=exact' };
      return pageOf(plural, await api.send<Body>({ path: `/${plural}`, query, headers, signal }));
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

function pageOf(plural: string, { body, headers, next }: PageAnswer<Body>): LoadedPage {
  const total = headers.get('x-total-count');
  return { rows: body[plural] ?? [], total: total === null ? null : Number(total), next };
}

/** Reads the rows of some records, wherever they stand in the list. Deleted ones are missing. */
export async function readRows(
  plural: string,
  ids: readonly string[],
  { fields, include }: Search,
): Promise<readonly ListedRecord[]> {
  const query: Query = { id: ids.join(','), fields, include, per_page: 500 };
  return (await api.send<Body>({ path: `/${plural}`, query })).body[plural] ?? [];
}
