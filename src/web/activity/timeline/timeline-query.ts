import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Query } from '../../../client/request.ts';
import { api, sendRequest } from '../../data/api.ts';
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

/** The latest pinned notes of a record; of a project, also those of the lead that it came from. */
export const pinnedQuery = ({ plural, id }: TimelineOwner) =>
  queryOptions({
    queryKey: ['notes', 'pinned', plural, id],
    queryFn: async ({ signal }) => {
      const pinnedOf = async (about: Query): Promise<readonly ShownNote[]> => {
        const query = { ...about, pinned: 'true', sort: '-happened_at', per_page: mostPinned };
        return (await readList<ShownNote>('notes', { query, signal })).rows;
      };
      const ofLead = async (): Promise<readonly ShownNote[]> => {
        const query = { project_id: id, view: 'all', fields: 'id' };
        const [lead] = (await readList('leads', { query, signal })).rows;
        return lead ? await pinnedOf({ lead_id: lead.id }) : [];
      };
      const [own, others] = await Promise.all([
        pinnedOf({ [subjectFields[plural]]: id }),
        plural === 'projects' ? ofLead() : [],
      ]);
      // A note may be about both.
      const notes = new Map([...own, ...others].map((note) => [note.id, note]));
      return [...notes.values()]
        .sort((one, other) => Date.parse(other.happened_at) - Date.parse(one.happened_at))
        .slice(0, mostPinned);
    },
  });

/** The fields of a note whose change is an edit: to pin a note is none. */
const editedFields = ['kind', 'title', 'text', 'happened_at'];

/** Whether a note was edited, by its history. Only a note that has changed since it was made has more than its creation. */
export const editedQuery = ({ id, created_at: createdAt, updated_at: updatedAt }: ShownNote) =>
  queryOptions({
    queryKey: ['edited-note', id, updatedAt],
    enabled: createdAt !== updatedAt,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = { per_page: 100 };
      const { body } = await api.send('GET /notes/{id}/history', { path: { id }, query, signal });
      return body.changes.some(
        ({ action, fields }) => action === 'update' && editedFields.some((name) => name in fields),
      );
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
