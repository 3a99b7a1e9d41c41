import type { Queryable } from '../../database/engine.ts';
import { calendarFeeds } from '../../resources/managed/calendar-feeds.ts';
import type { StoredObject } from '../../resources/record-types.ts';
import { insertObject, type OneObject, type OneUser, standing } from './managed-objects.ts';
import { newSecret, tokenHash } from './tokens.ts';

/** A stored feed, without its secret. */
export type StoredFeed = StoredObject<typeof calendarFeeds>;

/** The fields of a new feed. */
export type NewFeed = Pick<StoredFeed, 'name' | 'query' | 'user_id' | 'expires_at'>;

/** Stores a feed. Its secret, 43 random base62 characters, is stored only as a hash. */
export async function insertFeed(
  transaction: Queryable,
  { accountId, given }: { readonly accountId: string; readonly given: NewFeed },
  now: Date,
): Promise<{ readonly feed: StoredFeed; readonly secret: string }> {
  const secret = newSecret('');
  const values = { ...given, hash: `\\x${tokenHash(secret)}` };
  const feed = await insertObject(transaction, calendarFeeds, { accountId, values }, now);
  if (!feed) throw new Error('a calendar feed is not stored');
  return { feed, secret };
}

/** Counts a user's feeds that have not expired. The caller holds the user's lock. */
export async function countFeeds(engine: Queryable, { accountId, userId }: OneUser, now: Date): Promise<number> {
  const [found] = await engine.query<{ count: number }>(
    `select count(*)::integer as count from calendar_feeds t
    where ${standing(calendarFeeds).join(' and ')} and t.user_id = $2::bigint
      and (t.expires_at is null or t.expires_at > $3::timestamptz)`,
    [accountId, userId, now.toISOString()],
  );
  return found?.count ?? 0;
}

/** Deletes a feed, with immediate effect. */
export const endFeed = (engine: Queryable, { accountId, id }: OneObject, now: Date): Promise<unknown> =>
  engine.query(
    `update calendar_feeds set deleted_at = $3::timestamptz, updated_at = $3::timestamptz
    where account_id = $1::bigint and id = $2::bigint and deleted_at is null`,
    [accountId, id, now.toISOString()],
  );

/** A feed as the reader of its address finds it. */
export interface FoundFeed extends Pick<StoredFeed, 'id' | 'name' | 'query' | 'user_id'> {
  readonly account_id: string;
  /** The current version of the account's directory. */
  readonly directory_version: string;
}

/** The feed with a secret, in any account; null if it is unknown, deleted or expired. */
export async function findFeed(engine: Queryable, secret: string, now: Date): Promise<FoundFeed | null> {
  const hash = `\\x${tokenHash(secret)}`;
  // The account is read first, because a sharded server must know it before it reads the directory's version.
  const [owner] = await engine.query<{ account_id: string }>(
    `select account_id from calendar_feeds
    where hash = $1::bytea and deleted_at is null and (expires_at is null or expires_at > $2::timestamptz)`,
    [hash, now.toISOString()],
  );
  if (!owner) return null;
  const [found] = await engine.query<FoundFeed>(
    `select t.account_id, t.id, t.name, t.query, t.user_id, a.directory_version
    from calendar_feeds t join accounts a on a.id = $1::bigint
    where t.account_id = $1::bigint and t.hash = $2::bytea and t.deleted_at is null`,
    [owner.account_id, hash],
  );
  return found ?? null;
}
