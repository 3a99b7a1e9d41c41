import { queryOptions, useQuery } from '@tanstack/react-query';
import { screens } from '../../../resources/screens.ts';
import type { ShownRecord } from '../../../resources/record-types.ts';
import type { savedViews } from '../../../resources/saved-views.ts';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import type { Session } from '../../data/session.ts';
import { listQuery, parseSearch, type Search, writeSearch } from '../../queries/address.ts';

/** A stored query of a list. */
export type SavedView = ShownRecord<typeof savedViews>;

/** The person's own views of a list, and the shared ones, by name. */
const viewsQuery = (plural: string) =>
  queryOptions({
    queryKey: ['saved_views', plural],
    queryFn: async ({ signal }) => {
      const query = { resource: plural, per_page: 500 };
      return (await api.send('GET /saved_views', { query, signal })).body.saved_views;
    },
  });

/** The key of what reads the views of several lists. */
export const manyViewsKey = ['saved_views', 'many'];

/** The views that a screen shows, and the one that its address names. */
export function useViews({ plural, screen }: ViewPlace, { saved }: Search) {
  const { data = [] } = useQuery(viewsQuery(plural));
  const views = data.filter((view) => screenOf(view) === screen);
  return { views, view: views.find(({ id }) => id === saved) ?? null };
}

/** The list of a view, and the first segment of the path at which it opens: a table has the name of its list. */
export interface ViewPlace {
  readonly plural: string;
  readonly screen: string;
}

/** The parameters of an address by which a screen arranges the records. A view keeps them as its display. */
const displayNames = ['group', 'order', 'show'];

/** The part of an address that a view stores. */
export const givenOf = (search: Search, { plural, screen }: ViewPlace) => ({
  query: writeSearch(listQuery(search)).slice(1),
  display: screen === plural ? null : { screen, ...arrangementOf(search) },
});

const arrangementOf = (from: Readonly<Record<string, unknown>>): Search =>
  Object.fromEntries(
    displayNames.flatMap((name) => (typeof from[name] === 'string' ? [[name, from[name]] as const] : [])),
  );

/** The screen of a view. */
function screenOf({ display, resource }: SavedView): string {
  const screen = display?.['screen'];
  return screens.find((one) => one === screen) ?? resource;
}

/** The path of a view's screen. */
export const pathOf = (view: SavedView): string => `/${screenOf(view)}`;

/** The parameters of a view's address. */
export const searchOf = ({ id, query, display }: SavedView): Search => ({
  ...parseSearch(query ?? ''),
  ...arrangementOf(display ?? {}),
  saved: id,
});

/** Whether the address shows something else than its view. */
export function isAltered(search: Search, view: SavedView): boolean {
  const sorted = (of: Search): string =>
    JSON.stringify(Object.entries({ ...listQuery(of), ...arrangementOf(of) }).sort());
  return sorted(search) !== sorted(searchOf(view));
}

/** A view is changed by its maker; a shared one also by an admin. */
export const canChange = (view: SavedView, { user }: Session): boolean =>
  user.role !== 'viewer' && (view.created_by?.id === user.id || (view.shared && user.role === 'admin'));

type ViewFields = Partial<Pick<SavedView, 'name' | 'query' | 'display' | 'shared'>>;

export const createView = (plural: string, given: ViewFields): Promise<SavedView> =>
  changing(plural, async () => {
    const body = { saved_view: { ...given, resource: plural } };
    return (await api.send('POST /saved_views', { body })).body.saved_view;
  });

export const changeView = (plural: string, { id }: SavedView, given: ViewFields): Promise<SavedView> =>
  changing(plural, async () => {
    const body = { saved_view: given };
    return (await api.send('PATCH /saved_views/{id}', { path: { id }, body })).body.saved_view;
  });

export const deleteView = (plural: string, { id }: SavedView): Promise<unknown> =>
  changing(plural, () => api.send('DELETE /saved_views/{id}', { path: { id } }));

/** Views send no events, so their list is read again after each change. */
async function changing<Result>(plural: string, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } finally {
    const all = [viewsQuery(plural).queryKey, manyViewsKey];
    await Promise.all(all.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }
}
