import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendRequest } from '../../data/api.ts';
import { onChanges, pluralOf } from '../../data/changes.ts';
import { queryClient } from '../../data/query-client.ts';
import { paced } from '../../data/read-again.ts';
import { readList } from '../../data/records.ts';
import { type EntryType, type ShownNote, subjectFields, type TimelineEntry, type TimelineOwner } from './entry.ts';

/** The families whose changes a timeline shows. */
const shownFamilies = new Set(['notes', 'calls', 'files', 'tasks', 'projects', 'leads', 'companies', 'contacts']);

/** The pages of a timeline, the latest first. @param type that of all entries; null for all types. */
export const timelineQuery = ({ plural, id }: TimelineOwner, type: EntryType | null) =>
  infiniteQueryOptions({
    queryKey: ['timeline', plural, id, type],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const first = { path: `/${plural}/${id}/timeline`, query: type === null ? {} : { types: type } };
      const { body, next } = await sendRequest<{ readonly timeline: readonly TimelineEntry[] }>({
        ...(pageParam === null ? first : { path: pageParam }),
        signal,
      });
      return { entries: body.timeline, next };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const mostPinned = 3;

/** The latest pinned notes of a record. */
export const pinnedQuery = ({ plural, id }: TimelineOwner) =>
  queryOptions({
    queryKey: ['notes', 'pinned', plural, id],
    queryFn: async ({ signal }) => {
      const query = { [subjectFields[plural]]: id, pinned: 'true', sort: '-happened_at', per_page: mostPinned };
      return (await readList<ShownNote>('notes', { query, signal })).rows;
    },
  });

/** Reads a timeline again when something has changed that it may show. */
export function useTimelineChanges({ plural, id }: TimelineOwner): void {
  useEffect(() => {
    const queryKey = ['timeline', plural, id];
    const read = (): Promise<void> => queryClient.invalidateQueries({ queryKey });
    return onChanges((events) => {
      if (events === null || events.some((event) => shownFamilies.has(pluralOf(event)))) {
        void paced(queryKey.join('/'), { read });
      }
    });
  }, [plural, id]);
}
