import { queryOptions } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import { readList, withTotal } from '../data/records.ts';

/** The number of records that match. */
export const countQuery = (plural: string, query: Query) =>
  queryOptions({
    queryKey: [plural, 'count', query],
    queryFn: async ({ signal }) => {
      const first = { ...query, per_page: 1, fields: 'id' };
      return (await readList(plural, { query: first, headers: withTotal, signal })).total ?? 0;
    },
  });
