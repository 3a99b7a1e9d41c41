import type { Resource, Row } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';
import { batchesOf } from '../rows/batches.ts';

/** Locks records that are about to change, in order of their ids. It skips texts that are not ids. */
export async function lockRecords(
  transaction: Queryable,
  { plural }: Resource,
  { accountId, ids }: { readonly accountId: string; readonly ids: readonly string[] },
  lock: 'update' | 'no key update',
): Promise<void> {
  const inOrder = [...new Set(ids)].filter((id) => /^[1-9]\d{0,17}$/.test(id)).sort(byNumber);
  for (const batch of batchesOf(inOrder)) {
    await transaction.query(
      `select 1 as locked from ${plural} where account_id = $1::bigint and id = any($2::bigint[])
      order by id for ${lock}`,
      [accountId, batch],
    );
  }
}

const byNumber = (one: string, other: string): number =>
  one.length - other.length || Number(one > other) - Number(one < other);

/** Locks a record. @returns its time of deletion, `null` if it is live; `undefined` if there is none. */
export async function lockRecord(
  transaction: Queryable,
  { plural }: Resource,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  lock: 'update' | 'no key update',
): Promise<string | null | undefined> {
  const [found] = await transaction.query<{ deleted_at: string | null }>(
    `select deleted_at from ${plural} where account_id = $1::bigint and id = $2::bigint for ${lock}`,
    [accountId, id],
  );
  return found?.deleted_at;
}

interface OwnerColumn {
  readonly accountId: string;
  /** The column that refers to the owner. */
  readonly column: string;
  readonly id: string | null;
}

/**
 * Locks the records of an owner that were deleted at one instant, or the live ones if the instant is `null`.
 * @returns their ids.
 */
export async function lockOwned(
  transaction: Queryable,
  { plural }: Resource,
  { accountId, column, id }: OwnerColumn,
  deletedAt: string | null,
): Promise<string[]> {
  const found = await transaction.query<{ id: string }>(
    `select id from ${plural}
    where account_id = $1::bigint and ${column} = $2::bigint
      and deleted_at is not distinct from $3::timestamptz
    order by id for update`,
    [accountId, id, deletedAt],
  );
  return found.map((row) => row.id);
}

/** Locks the account and then live entries of a list, as every change of an entry does. */
export async function lockEntries(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<Row[]> {
  await transaction.query('select 1 as held from accounts where id = $1::bigint for no key update', [accountId]);
  return await transaction.query<Row>(
    `select id, key from ${plural} where account_id = $1::bigint and id = any($2::bigint[]) and deleted_at is null
    order by id for update`,
    [accountId, ids],
  );
}
