import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readList, withTotal } from '../data/records.ts';
import { type FileOwner, type ListedFile, ownedBy } from './file.ts';

const shape = { fields: 'id,name,kind,url,media_type,size,created_at,created_by', include: 'version' };

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
