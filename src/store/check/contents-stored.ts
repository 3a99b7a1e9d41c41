import type { Queryable } from '../../database/engine.ts';
import { ownerIs } from '../files/file-owners.ts';
import { type DatabaseFault, mostFound } from './finding.ts';

/** The live files of live records whose contents are not those of a blob of the account. */
export async function filesWithoutContents(engine: Queryable, accountId: string): Promise<DatabaseFault[]> {
  const rows = await engine.query<{ id: string; size: number | null }>(
    `select t.id::text as id, b.size from files t
    left join file_blobs b on b.account_id = $1::bigint and b.sha256 = t.sha256 and b.erasing_at is null
    where t.account_id = $1::bigint and t.sha256 is not null and t.deleted_at is null
      and not ${ownerIs('o.deleted_at is not null')} and (b.size is null or b.size <> t.size)
    limit ${mostFound}`,
    [accountId],
  );
  return rows.map(({ id, size }) => ({
    ...{ account: accountId, table: 'files', id },
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

/** A blob that the file store must have. */
export interface StoredBlob {
  readonly sha256: string;
  readonly size: number;
}

/** The next blobs of an account in the order of their SHA-256. A blob that an upload has claimed since is left out. */
export const readBlobs = (
  engine: Queryable,
  accountId: string,
  { after, claimedBefore, most }: { readonly after: string; readonly claimedBefore: Date; readonly most: number },
): Promise<StoredBlob[]> =>
  engine.query<StoredBlob>(
    `select b.sha256, b.size from file_blobs b
    where b.account_id = $1::bigint and b.sha256 > $2 and b.erasing_at is null and (
      b.touched_at < $3::timestamptz
      or exists (select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256)
    )
    order by b.sha256 limit $4::integer`,
    [accountId, after, claimedBefore.toISOString(), most],
  );

/** Which of some SHA-256 the blobs of an account have, those under erasure included. */
export async function knownBlobs(
  engine: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await engine.query<{ sha256: string }>(
    'select b.sha256 from file_blobs b where b.account_id = $1::bigint and b.sha256 = any($2::text[])',
    [accountId, names],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}
