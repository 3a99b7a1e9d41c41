import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import { api } from '../data/api.ts';

const perPage = 100;

/** A list, page by page. The rows of another query never stand in for it, because keys would act on them. */
export const pagedQuery = <Row>(plural: string, query: Query) =>
  infiniteQueryOptions({
    queryKey: [plural, 'paged', query],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const { body, next } = await api.send<Record<string, Row[]>>({
        path: `/${plural}`,
        query: { ...query, per_page: perPage, page },
        signal,
      });
      return { rows: body[plural] ?? [], hasNext: next !== null };
    },
    getNextPageParam: ({ hasNext }, pages) => (hasNext ? pages.length + 1 : undefined),
  });
