import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Confirmation } from '../../resources/transfer/import-summary.ts';
import type { ImportStatus } from '../../resources/transfer/imports.ts';
import type { ColumnProposal } from '../../resources/transfer/mapping.ts';
import type { ImportRead, ShownImport } from '../../resources/transfer/shown-import.ts';
import { api, type PageRequest, sendRequest } from '../data/api.ts';
import { queryClient } from '../data/query-client.ts';

/** An import. Lists and the answers to changes leave out what it made and its summary. */
export type Import = ShownImport & Partial<ImportRead>;

const working: readonly ImportStatus[] = ['checking', 'running', 'undoing'];

/** Whether the service works on the import at the moment. */
const isWorking = ({ status }: Import): boolean => working.includes(status);

/** Whether its format and its mapping can still change. */
export const isOpen = ({ status, file }: Import): boolean =>
  (status === 'draft' || status === 'checked') && file !== null;

/** Whether it has not run and its file is deleted, so that it never can. */
export const isWithoutFile = ({ status, file }: Pick<Import, 'status' | 'file'>): boolean =>
  (status === 'draft' || status === 'checked') && file === null;

const askAgainMs = 1000;
const perPage = 20;

/** One import. While the service works on it, the page asks again each second. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) =>
      (await sendRequest<{ import: Import }>({ path: `/imports/${id}`, signal })).body.import,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? askAgainMs : false),
  });

/** All imports of the firm, the newest first, page by page. */
export const importsQuery = infiniteQueryOptions({
  queryKey: ['imports', 'list'],
  initialPageParam: 1,
  queryFn: async ({ pageParam: page, signal }) => {
    const query = { page, per_page: perPage };
    const { body, next } = await sendRequest<{ imports: Import[] }>({ path: '/imports', query, signal });
    return { rows: body.imports, hasNext: next !== null };
  },
  getNextPageParam: ({ hasNext }, pages) => (hasNext ? pages.length + 1 : undefined),
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ rows }) => rows.some(isWorking)) === true ? askAgainMs : false,
});

/** Changes the format, the mapping or the name. @throws {Refused} with all mistakes of a mapping. */
export async function changeImport(
  id: string,
  fields: Partial<Record<'name' | 'format' | 'mapping', unknown>>,
): Promise<Import> {
  return await sent({ method: 'PATCH', path: `/imports/${id}`, body: { import: fields } });
}

/** How a column may fill a field, as the service proposes. @throws {Refused} */
export async function columnProposal(id: string, column: string, to: string): Promise<ColumnProposal> {
  const query = { column, to };
  return (await sendRequest<{ proposal: ColumnProposal }>({ path: `/imports/${id}/proposal`, query })).body.proposal;
}

/** Begins to check, run or undo an import, or stops what the service does. */
export async function actOnImport(
  id: string,
  action: 'check' | 'run' | 'undo' | 'cancel',
  body?: { readonly confirm: readonly Confirmation[] },
): Promise<Import> {
  return await sent({ method: 'POST', path: `/imports/${id}/${action}`, ...(body && { body }) });
}

/** Deletes the file of an import and its rows. */
export async function deleteFile(id: string): Promise<void> {
  await api.send('DELETE /imports/{id}/file', { path: { id } });
  await queryClient.invalidateQueries({ queryKey: ['imports'] });
}

async function sent(request: PageRequest): Promise<Import> {
  const { body } = await sendRequest<{ import: Import }>(request);
  const { import: item } = body;
  // A question that is on its way has an older answer.
  await queryClient.cancelQueries({ queryKey: ['imports', item.id] });
  queryClient.setQueryData(importQuery(item.id).queryKey, (before) => ({ ...before, ...item }));
  void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
  return item;
}
