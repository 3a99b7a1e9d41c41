import type { Queryable } from '../../database/engine.ts';

/** A blob of an account. */
export interface BlobName {
  readonly accountId: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The result of a claim. A new claim has counted the bytes of its blob. */
export type BlobClaim =
  | { readonly state: 'claimed'; readonly isNew: boolean; readonly touchedAt: string }
  | { readonly state: 'full'; readonly bytes: number }
  | { readonly state: 'erasing' };

/**
 * Claims a blob for an upload, so that nobody erases it for a day. A blob that the account lacks counts from now on.
 * @param quota the limit of all bytes of the account; null for none.
 */
export async function claimBlob(
  transaction: Queryable,
  blob: BlobName,
  { size, now, quota }: { readonly size: number; readonly now: Date; readonly quota: number | null },
): Promise<BlobClaim> {
  const bytes = await lockUsage(transaction, blob.accountId);
  const stored = await lockBlob(transaction, blob);
  if (stored?.erasing_at) return { state: 'erasing' };
  if (stored) {
    // A later claim is always later, also within a millisecond: by its time, an upload knows its own.
    const touchedAt = new Date(Math.max(now.getTime(), Date.parse(stored.touched_at) + 1)).toISOString();
    await touch(transaction, blob, touchedAt);
    return { state: 'claimed', isNew: false, touchedAt };
  }
  if (quota !== null && bytes + size > quota) return { state: 'full', bytes };
  await transaction.query(
    `insert into file_blobs (account_id, sha256, size, touched_at)
    values ($1::bigint, $2, $3::numeric, $4::timestamptz)`,
    [blob.accountId, blob.sha256, size, now.toISOString()],
  );
  await addBytes(transaction, blob.accountId, size);
  return { state: 'claimed', isNew: true, touchedAt: now.toISOString() };
}

/**
 * Marks a blob that a refused upload has claimed, so that it can be erased.
 * @returns false if another upload has claimed it since, or a file has its bytes.
 */
export async function markUnused(transaction: Queryable, blob: BlobName, touchedAt: string): Promise<boolean> {
  await lockUsage(transaction, blob.accountId);
  const marked = await transaction.query(
    `update file_blobs b set erasing_at = b.touched_at
    where b.account_id = $1::bigint and b.sha256 = $2 and b.touched_at = $3::timestamptz and b.erasing_at is null
      and not exists (select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256)
    returning b.sha256`,
    [blob.accountId, blob.sha256, touchedAt],
  );
  return marked.length > 0;
}

/** Keeps a marked blob whose object could not be removed. */
export const keepBlob = (transaction: Queryable, { accountId, sha256 }: BlobName): Promise<unknown> =>
  transaction.query('update file_blobs set erasing_at = null where account_id = $1::bigint and sha256 = $2', [
    accountId,
    sha256,
  ]);

/** Forgets a marked blob whose object is removed. Its bytes no longer count. */
export async function forgetBlob(transaction: Queryable, blob: BlobName): Promise<void> {
  await lockUsage(transaction, blob.accountId);
  const [gone] = await transaction.query<{ size: number }>(
    `delete from file_blobs
    where account_id = $1::bigint and sha256 = $2 and erasing_at is not null returning size`,
    [blob.accountId, blob.sha256],
  );
  if (gone) await addBytes(transaction, blob.accountId, -gone.size);
}

/** Locks the count of an account's bytes, which all claims and erasures take first. @returns the bytes. */
async function lockUsage(transaction: Queryable, accountId: string): Promise<number> {
  const [usage] = await transaction.query<{ bytes: number }>(
    `insert into file_usage (account_id, bytes) values ($1::bigint, 0)
    on conflict (account_id) do update set bytes = file_usage.bytes returning bytes`,
    [accountId],
  );
  return usage?.bytes ?? 0;
}

const addBytes = (transaction: Queryable, accountId: string, bytes: number): Promise<unknown> =>
  transaction.query('update file_usage set bytes = bytes + $2::numeric where account_id = $1::bigint', [
    accountId,
    bytes,
  ]);

async function lockBlob(transaction: Queryable, { accountId, sha256 }: BlobName) {
  const [blob] = await transaction.query<{ touched_at: string; erasing_at: string | null }>(
    `select touched_at, erasing_at from file_blobs where account_id = $1::bigint and sha256 = $2 for no key update`,
    [accountId, sha256],
  );
  return blob;
}

const touch = (transaction: Queryable, { accountId, sha256 }: BlobName, at: string): Promise<unknown> =>
  transaction.query(
    'update file_blobs set touched_at = $3::timestamptz where account_id = $1::bigint and sha256 = $2',
    [accountId, sha256, at],
  );
