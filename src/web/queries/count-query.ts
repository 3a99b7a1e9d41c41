import { queryOptions } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import { api } from '../data/api.ts';

/** The number of records that match. */
export const countQuery = (plural: string, query: Query) =>
  queryOptions({
    queryKey: [plural, 'count', query],
    queryFn: async ({ signal }) => {
      const { headers } = await api.send({
        path: `/${plural}`,
        query: { ...query, per_page: 1, fields: 'id' },
        headers: { prefer: 'count=exact' },
        signal,
      });
      return Number(headers.get('x-total-count') ?? 0);
    },
  });
