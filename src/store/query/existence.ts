import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import { visibleTo } from '../rows/select.ts';

/** Whether a user sees a record with this id, live or deleted. */
export async function isVisible(
  engine: Queryable,
  resource: Resource,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  id: string,
): Promise<boolean> {
  const wanted = ['account_id = $1::bigint', 'id = $2::bigint', ...visibleTo(resource, '$3')].join(' and ');
  const found = await engine.query(`select 1 as found from ${resource.plural} where ${wanted}`, [
    ...[accountId, id],
    ...(resource.personal ? [userId] : []),
  ]);
  return found.length > 0;
}

/** Whether a live record has this id. */
export async function isLive(engine: Queryable, resource: Resource, accountId: string, id: string): Promise<boolean> {
  const found = await engine.query(
    `select 1 as found from ${resource.plural} where account_id = $1::bigint and id = $2::bigint and deleted_at is null`,
    [accountId, id],
  );
  return found.length > 0;
}

/** Whether the account has any record of a resource, live or deleted. */
export async function hasRecords(engine: Queryable, resource: Resource, accountId: string): Promise<boolean> {
  const found = await engine.query(`select 1 as found from ${resource.plural} where account_id = $1::bigint limit 1`, [
    accountId,
  ]);
  return found.length > 0;
}
