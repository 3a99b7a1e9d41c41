import type { Queryable } from '../../database/engine.ts';
import { fileOwnerFields } from '../../resources/files.ts';
import { ownerIs } from './file-owners.ts';

/** A blob of an account. */
export interface BlobName {
  readonly accountId: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The time after which the process that erases a blob counts as dead, in milliseconds. */
const erasureMs = 10 * 60_000;

const isUnderErasure = ({ erasing_at: since }: { readonly erasing_at: string | null }, now: Date): boolean =>
  since !== null && Date.parse(since) > now.getTime() - erasureMs;

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
  if (stored && isUnderErasure(stored, now)) return { state: 'erasing' };
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

/** A blob that is marked: no upload claims it until its object is removed. */
export interface MarkedBlob extends BlobName {
  /** The time of the mark, by which its owner knows it. */
  readonly erasingAt: string;
}

/**
 * Marks a blob that a refused upload has claimed, so that it can be erased.
 * @param touchedAt the time of the claim.
 * @returns null if another upload has claimed it since, or a file has its bytes.
 */
export async function markUnused(
  transaction: Queryable,
  blob: BlobName,
  { touchedAt, now }: { readonly touchedAt: string; readonly now: Date },
): Promise<MarkedBlob | null> {
  await lockUsage(transaction, blob.accountId);
  const erasingAt = now.toISOString();
  const marked = await transaction.query(
    `update file_blobs b set erasing_at = $4::timestamptz
    where b.account_id = $1::bigint and b.sha256 = $2 and b.touched_at = $3::timestamptz and b.erasing_at is null
      and not exists (select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256)
    returning b.sha256`,
    [blob.accountId, blob.sha256, touchedAt, erasingAt],
  );
  return marked.length > 0 ? { ...blob, erasingAt } : null;
}

/** The times that decide which blobs of an account are erased. */
export interface Erasure {
  readonly now: Date;
  /** Only blobs that no upload has claimed since are erased. */
  readonly untouchedSince: Date;
  /** A file or its owner must be in the trash since then; null: those of files are never erased. */
  readonly trashedBefore: Date | null;
}

/** Finds blobs that no file needs any more, and those whose erasure another process has left unfinished. */
export async function findErasable(
  engine: Queryable,
  accountId: string,
  { most, ...erasure }: Erasure & { readonly most: number },
): Promise<readonly string[]> {
  const found = await engine.query<{ sha256: string }>(
    `select b.sha256 from file_blobs b where b.account_id = $1::bigint and ${isErasable} order by b.sha256 limit $5::integer`,
    [accountId, ...timesOf(erasure), most],
  );
  return found.map(({ sha256 }) => sha256);
}

/**
 * Marks a blob, so that it can be erased. The rows of its files and owners stay locked, so that none is restored
 * meanwhile.
 * @returns null if a file needs it, or an upload has claimed it.
 */
export async function markErasable(
  transaction: Queryable,
  { accountId, sha256 }: BlobName,
  erasure: Erasure,
): Promise<MarkedBlob | null> {
  const erasingAt = erasure.now.toISOString();
  await lockUsage(transaction, accountId);
  await lockFilesOf(transaction, accountId, sha256);
  const marked = await transaction.query(
    `update file_blobs b set erasing_at = $5::timestamptz
    where b.account_id = $1::bigint and b.sha256 = $6 and ${isErasable}
    returning b.sha256`,
    [accountId, ...timesOf(erasure), erasingAt, sha256],
  );
  return marked.length > 0 ? { accountId, sha256, erasingAt } : null;
}

/** SQL: whether the blob `b` can be erased. `$2` to `$4` are `timesOf` an erasure. */
const isErasable = `(
    b.erasing_at < $3::timestamptz or b.erasing_at is null and b.touched_at < $2::timestamptz and not exists (
      select from files t where t.account_id = $1::bigint and t.sha256 = b.sha256
        and (t.deleted_at is null or t.deleted_at > $4::timestamptz)
        and not ${ownerIs('o.deleted_at <= $4::timestamptz')}
    )
  )`;

const timesOf = ({ now, untouchedSince, trashedBefore }: Erasure): readonly string[] => [
  untouchedSince.toISOString(),
  new Date(now.getTime() - erasureMs).toISOString(),
  trashedBefore?.toISOString() ?? '-infinity',
];

/** Locks the files of a blob, and their owners. */
async function lockFilesOf(transaction: Queryable, accountId: string, sha256: string): Promise<void> {
  await transaction.query(
    `select t.id from files t where t.account_id = $1::bigint and t.sha256 = $2 order by t.id for share`,
    [accountId, sha256],
  );
  for (const [plural, column] of Object.entries(fileOwnerFields)) {
    await transaction.query(
      `select o.id from ${plural} o where o.account_id = $1::bigint and o.id in (
        select t.${column} from files t where t.account_id = $1::bigint and t.sha256 = $2
      ) order by o.id for share`,
      [accountId, sha256],
    );
  }
}

/** Keeps a marked blob whose object could not be removed. */
export const keepBlob = (transaction: Queryable, { accountId, sha256, erasingAt }: MarkedBlob): Promise<unknown> =>
  transaction.query(
    `update file_blobs set erasing_at = null
    where account_id = $1::bigint and sha256 = $2 and erasing_at = $3::timestamptz`,
    [accountId, sha256, erasingAt],
  );

/** Forgets a marked blob whose object is removed. Its bytes no longer count. */
export async function forgetBlob(transaction: Queryable, { accountId, sha256, erasingAt }: MarkedBlob): Promise<void> {
  await lockUsage(transaction, accountId);
  const [gone] = await transaction.query<{ size: number }>(
    `delete from file_blobs
    where account_id = $1::bigint and sha256 = $2 and erasing_at = $3::timestamptz returning size`,
    [accountId, sha256, erasingAt],
  );
  if (gone) await addBytes(transaction, accountId, -gone.size);
}

/** Which of these contents the account still has. */
export async function presentBlobs(
  transaction: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await transaction.query<{ sha256: string }>(
    `select b.sha256 from file_blobs b
    where b.account_id = $1::bigint and b.sha256 = any($2::text[]) and b.erasing_at is null`,
    [accountId, names],
  );
  return new Set(found.map(({ sha256 }) => sha256));
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
    'update file_blobs set touched_at = $3::timestamptz, erasing_at = null where account_id = $1::bigint and sha256 = $2',
    [accountId, sha256, at],
  );
