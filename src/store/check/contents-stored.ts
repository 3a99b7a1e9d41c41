import type { Queryable } from '../../database/engine.ts';
import { ownerInTrash } from '../files/file-contents.ts';
import { type DatabaseFault, mostFound } from './finding.ts';

/** The live files of live records whose contents are not those of a blob of the account. */
export async function filesWithoutContents(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; size: number | null }>(
    `select t.id::text as id, b.size from files t
    left join file_blobs b on b.account_id = $1::bigint and b.sha256 = t.sha256 and b.erasing_at is null
    where t.account_id = $1::bigint and t.sha256 is not null and t.deleted_at is null
      and not ${ownerInTrash} and (b.size is null or b.size <> t.size)
    limit ${mostFound}`,
    [accountId],
  );
  return rows.map(({ id, size }) => ({
    account: accountId,
    table: 'files',
    id,
    problem: size === null ? 'Its contents are not stored.' : `Its contents have ${size} bytes.`,
  }));
}

/** The count of the bytes of an account, if it is not the sum of its blobs. */
export async function miscountedUsage(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const [row] = await engine.query<{ bytes: number; sum: number }>(
    `select coalesce((select u.bytes from file_usage u where u.account_id = $1::bigint), 0) as bytes,
      coalesce((select sum(b.size) from file_blobs b where b.account_id = $1::bigint), 0) as sum`,
    [accountId],
  );
  if (!row || row.bytes === row.sum) return [];
  const problem = `Its bytes are ${row.bytes}, but the contents of the account have ${row.sum}.`;
  return [{ account: accountId, table: 'file_usage', id: accountId, problem }];
}
