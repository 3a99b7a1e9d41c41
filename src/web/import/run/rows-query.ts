import { infiniteQueryOptions } from '@tanstack/react-query';
import type { FileResult, RowResult } from '../../../resources/transfer/imports.ts';
import type { ShownRow } from '../../../resources/transfer/shown-import.ts';
import { sendRequest, transport } from '../../data/api.ts';
import type { Import } from '../import.ts';

/** The rows to read: those with a result, those whose records an undo has left, or those with some numbers. */
export type RowFilter = { readonly result: RowResult } | { readonly undo: 'kept' } | { readonly number: string };

const perPage = 25;

/** The address of the file of the rows with a result. */
export const rowsFileHref = ({ id, format }: Import, result: FileResult): string =>
  `${transport.baseUrl}/imports/${id}/${result}.${format.type === 'ndjson' ? 'ndjson' : 'csv'}`;

/** Some rows of an import by number, page by page. @param state changes when the rows may have changed. */
export const rowsQuery = (id: string, filter: RowFilter, state: string) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', filter, state],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: next, signal }) => {
      const first = { path: `/imports/${id}/rows`, query: { ...filter, per_page: perPage } };
      const asked = next === null ? first : { path: next };
      const answer = await sendRequest<{ rows: ShownRow[] }>({ ...asked, signal });
      return { rows: answer.body.rows, next: answer.next };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
