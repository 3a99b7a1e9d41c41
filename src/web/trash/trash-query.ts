import type { Schemas } from '../../client/operations.ts';
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { Resource } from '../../resources/resource.ts';
import { sendRequest } from '../data/api.ts';
import { readList } from '../data/records.ts';
import { nameOf } from '../data/directory.ts';
import type { RelatedRecord } from '../fields/related-rows.ts';
import { numberedPagesQuery } from '../queries/paged-query.ts';

/** A deleted record. */
export interface TrashedRecord {
  readonly record: RelatedRecord & { readonly deleted_at: string };
  /** The name of the person who deleted it; null if the page has not found it. */
  readonly by: string | null;
}

const perPage = 50;

/** The filter that selects deleted records alone. */
export const deletedOnly = { 'deleted_at[is_null]': 'false' } as const;

/** The deleted records of a family, the latest first, page by page. */
export const trashQuery = ({ plural }: Resource, isAdmin: boolean) =>
  numberedPagesQuery([plural, 'trash', isAdmin], async (page, signal) => {
    const query = { ...deletedOnly, include: 'deleted_at', sort: '-deleted_at', per_page: perPage, page };
    const { rows: records, next } = await readList<TrashedRecord['record']>(plural, { query, signal });
    const deleters = await deletersOf(plural, { ids: records.map(({ id }) => id), isAdmin, signal });
    const rows = records.map((record) => ({ record, by: deleters.get(record.id) ?? null }));
    return { rows, hasNext: next !== null };
  });

type Deletion = Pick<Schemas['AuditedChange'], 'record_id' | 'action' | 'user'>;

interface DeletersRequest extends Pick<QueryFunctionContext, 'signal'> {
  readonly ids: readonly string[];
  readonly isAdmin: boolean;
}

/** The names of those who deleted some records, by the ids of the records. Only admins may read the log of the firm. */
async function deletersOf(
  plural: string,
  { ids, isAdmin, signal }: DeletersRequest,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const read = async (path: string, query: Record<string, string | number>) =>
    (await sendRequest<{ changes: Deletion[] }>({ path, query, signal })).body.changes;
  if (isAdmin) {
    const query = { resource: plural, action: 'delete', record_id: ids.join(','), per_page: 500 };
    // The latest comes first, so the oldest is written first and overwritten.
    return new Map((await read('/audit_log', query)).reverse().map((one) => [one.record_id, nameOf(one.user)]));
  }
  const found = await Promise.all(
    ids.map(async (id) => [id, (await read(`/${plural}/${id}/history`, { per_page: 1 }))[0]] as const),
  );
  return new Map(found.flatMap(([id, last]) => (last?.action === 'delete' ? [[id, nameOf(last.user)]] : [])));
}
