import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { changePreferences, usePreferences } from '../../data/preferences.ts';
import { writeSearch } from '../../queries/address.ts';
import { manyViewsKey, pathOf, searchOf, type SavedView } from './views.ts';

/** Views of several lists, by name. @param ids of those to read; all without it. */
export const manyViewsQuery = (ids?: readonly string[]) =>
  queryOptions({
    queryKey: [...manyViewsKey, ids ?? 'all'],
    enabled: ids?.length !== 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { id: ids?.join(','), per_page: 500 };
      return (await api.send('GET /saved_views', { query, signal })).body.saved_views;
    },
  });

/** The saved views that the person has pinned to the navigation, by name; undefined while they are read. */
export function usePinnedViews(): readonly SavedView[] | undefined {
  const { pinned_views: pinned = {} } = usePreferences();
  const ids = Object.keys(pinned);
  const { data } = useQuery(manyViewsQuery(ids));
  return ids.length === 0 ? none : data;
}

const none: readonly SavedView[] = [];

/** The address of a view: `/projects?amount[gt]=1000&saved=7`. */
export const viewHref = (view: SavedView): string => `${pathOf(view)}${writeSearch(searchOf(view))}`;

/** @throws the service's answer if it refuses the change. */
export const pinView = ({ id }: SavedView, isPinned: boolean): Promise<void> =>
  changePreferences({ pinned_views: { [id]: isPinned ? true : null } });
