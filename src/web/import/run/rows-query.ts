import { infiniteQueryOptions } from '@tanstack/react-query';
import type { FileResult, RowError, RowResult } from '../../../resources/transfer/imports.ts';
import { belowPrefix } from '../../../client/pages.ts';
import { api } from '../../data/api.ts';
import type { Import } from '../import.ts';

/** A row of the file and what became of it. */
export interface ImportRow {
  readonly number: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly result: RowResult;
  readonly record_id: string | null;
  readonly errors: readonly RowError[];
  readonly undo: 'undone' | 'kept' | null;
  /** What should be looked at although the row is not rejected. */
  readonly warnings: readonly RowError[];
  /** The line of the row that replaces this one. */
  readonly superseded_by_line: number | null;
}

/** Which rows: those with a result, those whose records an undo has left, or those with some numbers. */
export type RowFilter = { readonly result: RowResult } | { readonly undo: 'kept' } | { readonly number: string };

const perPage = 25;

/** The address of the file of the rows with a result. */
export const rowsFileHref = ({ id, format }: Import, result: FileResult): string =>
  `${api.baseUrl}/imports/${id}/${result}.${format.type === 'ndjson' ? 'ndjson' : 'csv'}`;

/** Some rows of an import by number, page by page. @param state changes when the rows may have changed. */
export const rowsQuery = (id: string, filter: RowFilter, state: string) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'rows', filter, state],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: next, signal }) => {
      const first = { path: `/imports/${id}/rows`, query: { ...filter, per_page: perPage } };
      const asked = next === null ? first : { path: belowPrefix(next) };
      const answer = await api.send<{ rows: ImportRow[] }>({ ...asked, signal });
      return { rows: answer.body.rows, next: answer.next };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
