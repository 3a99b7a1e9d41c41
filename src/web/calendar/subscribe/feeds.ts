import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/operations.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { filtersOf, parseSearch, type Search, writeSearch } from '../../queries/address.ts';

/** A calendar feed of the person. */
export type CalendarFeed = Schemas['CalendarFeed'];

/** The feeds of the person, the newest first. The service keeps up to 20. */
export const feedsQuery = queryOptions({
  queryKey: ['calendar_feeds'],
  queryFn: async ({ signal }) =>
    (await api.send('GET /calendar_feeds', { query: { per_page: 100 }, signal })).body.calendar_feeds,
});

/** The filters that a feed follows, as an address. */
export const searchOf = ({ query }: Pick<CalendarFeed, 'query'>): Search => parseSearch(query ?? '');

/** Makes a feed of the filters of an address. @returns its address for calendars, which no later answer shows. */
export async function makeFeed(name: string, search: Search): Promise<string> {
  const query = writeSearch(filtersOf(search)).slice(1);
  const { body } = await api.send('POST /calendar_feeds', { body: { calendar_feed: { name, query } } });
  await readAgain();
  return body.calendar_feed.url;
}

export async function deleteFeed({ id }: CalendarFeed): Promise<void> {
  await api.send('DELETE /calendar_feeds/{id}', { path: { id } });
  await readAgain();
}

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: feedsQuery.queryKey });
