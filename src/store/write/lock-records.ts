import type { Resource } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';

const mostAtOnce = 500;

/** Locks records that are about to change, in order of their ids. It skips texts that are not ids. */
export async function lockRecords(
  transaction: Queryable,
  { plural }: Resource,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const inOrder = [...new Set(ids)].filter((id) => /^[1-9]\d{0,17}$/.test(id)).sort(byNumber);
  for (let start = 0; start < inOrder.length; start += mostAtOnce) {
    await transaction.query(
      `select 1 as locked from ${plural} where account_id = $1::bigint and id = any($2::bigint[])
      order by id for no key update`,
      [accountId, inOrder.slice(start, start + mostAtOnce)],
    );
  }
}

const byNumber = (one: string, other: string): number =>
  one.length - other.length || Number(one > other) - Number(one < other);
