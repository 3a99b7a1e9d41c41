import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import { readList } from '../data/records.ts';

const perPage = 100;

/** A list, page by page. The rows of another query never stand in for it, because keys would act on them. */
export const pagedQuery = <Row>(plural: string, query: Query) =>
  numberedPagesQuery([plural, 'paged', query], async (page, signal) => {
    const { rows, next } = await readList<Row>(plural, { query: { ...query, per_page: perPage, page }, signal });
    return { rows, hasNext: next !== null };
  });

/** Pages that are asked for by their number, from 1 on. @param read reads one page. */
export const numberedPagesQuery = <Page extends { readonly hasNext: boolean }>(
  queryKey: QueryKey,
  read: (page: number, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: ({ hasNext }, pages) => (hasNext ? pages.length + 1 : undefined),
  });
