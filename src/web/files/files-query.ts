import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readList, withTotal } from '../data/records.ts';
import { type FileOwner, type ListedFile, ownedBy } from './file.ts';

type FileOfNote = ListedFile & { readonly note: { readonly id: string } };

const shape = { fields: 'id,name,kind,url,media_type,size,created_at,created_by', include: 'version' };

/** The files of notes, by the note, the first one first. */
export const noteFilesQuery = (noteIds: readonly string[]) =>
  queryOptions({
    queryKey: ['files', 'of notes', noteIds.join()],
    enabled: noteIds.length > 0,
    queryFn: async ({ signal }) => {
      const query = { note_id: noteIds.join(), ...shape, fields: `${shape.fields},note`, sort: 'id', per_page: 500 };
      const { rows } = await readList<FileOfNote>('files', { query, signal });
      const byNote = new Map<string, ListedFile[]>();
      for (const file of rows) byNote.set(file.note.id, [...(byNote.get(file.note.id) ?? []), file]);
      return byNote;
    },
    placeholderData: keepPreviousData,
  });

/** The files of a record, the latest first. */
export const filesQuery = (owner: FileOwner, perPage: number) =>
  queryOptions({
    queryKey: ['files', 'of', owner.plural, owner.id, perPage],
    queryFn: async ({ signal }) => {
      const query = { ...ownedBy(owner), ...shape, sort: '-created_at', per_page: perPage };
      return await readList<ListedFile>('files', { query, headers: withTotal, signal });
    },
    placeholderData: keepPreviousData,
  });
