import { infiniteQueryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import type { Resource } from '../../resources/resource.ts';
import { api } from '../data/api.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import type { Related } from '../record/related/related-rows.ts';

/** A deleted record. */
export interface Trashed {
  readonly record: Related & { readonly deleted_at: string };
  /** The name of the person who deleted it; null if the page has not found it. */
  readonly by: string | null;
}

const perPage = 50;

/** The filter that selects deleted records alone. */
export const deletedOnly = { 'deleted_at[is_null]': 'false' } as const;

/** The deleted records of a family, the latest first, page by page. */
export const trashQuery = ({ plural }: Resource, isAdmin: boolean) =>
  infiniteQueryOptions({
    queryKey: [plural, 'trash', isAdmin],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { ...deletedOnly, include: 'deleted_at', sort: '-deleted_at', per_page: perPage, page };
      const { body, next } = await api.send<Record<string, Trashed['record'][]>>({ path: `/${plural}`, query, signal });
      const records = body[plural] ?? [];
      const deleters = await deletersOf(plural, { ids: records.map(({ id }) => id), isAdmin, signal });
      return {
        rows: records.map((record) => ({ record, by: deleters.get(record.id) ?? null })),
        hasNext: next !== null,
      };
    },
    getNextPageParam: ({ hasNext }, pages) => (hasNext ? pages.length + 1 : undefined),
  });

interface Deletion {
  readonly record_id: string;
  readonly action: string;
  readonly user: Entry;
}

interface Sought extends Pick<QueryFunctionContext, 'signal'> {
  readonly ids: readonly string[];
  readonly isAdmin: boolean;
}

/** The names of those who deleted some records, by the ids of the records. Only admins may read the log of the firm. */
async function deletersOf(plural: string, { ids, isAdmin, signal }: Sought): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const read = async (path: string, query: Record<string, string | number>) =>
    (await api.send<{ changes: Deletion[] }>({ path, query, signal })).body.changes;
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
