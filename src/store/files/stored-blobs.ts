import type { Queryable } from '../../database/engine.ts';
import type { BlobName } from './file-blobs.ts';
import { ownerInTrash } from './file-contents.ts';

/** A blob of an account, as its rows tell. */
export interface StoredBlob {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  /** Whether a file has it, in the trash or not. */
  readonly isNamed: boolean;
  /** Whether a live file of a live owner has it. No other blob may be erased. */
  readonly isLive: boolean;
  /** The time of the latest claim by an upload, in RFC 3339. */
  readonly touchedAt: string;
  readonly isUnderErasure: boolean;
}

/** The limit of blobs that one statement reads. */
const mostBlobs = 1000;

/** Reads the blobs of an account, some at a time, in the order of their names. */
export async function* readBlobs(engine: Queryable, accountId: string): AsyncGenerator<readonly StoredBlob[]> {
  for (let last = ''; ; ) {
    const blobs = await blobsBehind(engine, accountId, last);
    if (blobs.length > 0) yield blobs;
    if (blobs.length < mostBlobs) return;
    last = blobs.at(-1)?.sha256 ?? '';
  }
}

const blobsBehind = (engine: Queryable, accountId: string, last: string): Promise<StoredBlob[]> =>
  engine.query<StoredBlob>(
    `select b.sha256, b.size, b.touched_at as "touchedAt", b.erasing_at is not null as "isUnderErasure",
      exists (select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256) as "isNamed",
      exists (
        select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256 and t.deleted_at is null
          and not ${ownerInTrash}
      ) as "isLive"
    from file_blobs b where b.account_id = $1::bigint and b.sha256 > $2
    order by b.sha256 limit ${mostBlobs}`,
    [accountId, last],
  );

/** The accounts that have blobs. Most have none. */
export async function accountsWithBlobs(engine: Queryable): Promise<readonly string[]> {
  const rows = await engine.query<{ id: string }>(
    'select a.id from accounts a where exists (select from file_blobs b where b.account_id = a.id) order by a.id',
  );
  return rows.map(({ id }) => id);
}

/** The number of blobs of an account. */
export async function countBlobs(engine: Queryable, accountId: string): Promise<number> {
  const [row] = await engine.query<{ count: string }>(
    'select count(*) as count from file_blobs b where b.account_id = $1::bigint',
    [accountId],
  );
  return Number(row?.count ?? 0);
}

/** Adds a blob that an account lacks, and counts its bytes. */
export async function insertBlob(
  transaction: Queryable,
  { accountId, sha256, size }: BlobName & { readonly size: number },
  now: Date,
): Promise<void> {
  await transaction.query(
    `insert into file_blobs (account_id, sha256, size, touched_at)
    values ($1::bigint, $2, $3::numeric, $4::timestamptz)`,
    [accountId, sha256, size, now.toISOString()],
  );
  await transaction.query(
    `insert into file_usage (account_id, bytes) values ($1::bigint, $2::numeric)
    on conflict (account_id) do update set bytes = file_usage.bytes + excluded.bytes`,
    [accountId, size],
  );
}

/** Takes back the rows of blobs whose objects are gone. Their bytes no longer count. */
export async function forgetBlobs(transaction: Queryable, accountId: string, sha256: readonly string[]): Promise<void> {
  await transaction.query('delete from file_blobs b where b.account_id = $1::bigint and b.sha256 = any($2::text[])', [
    accountId,
    sha256,
  ]);
  await transaction.query(
    `update file_usage u
    set bytes = coalesce((select sum(b.size) from file_blobs b where b.account_id = $1::bigint), 0)
    where u.account_id = $1::bigint`,
    [accountId],
  );
}
