import type { Queryable } from '../../database/engine.ts';
import { failuresEnd } from './failed-sign-ins.ts';
import { tokenHash } from './tokens.ts';
import type { ObjectSelection, OneObject, OneUser } from './managed-objects.ts';
import { endOfToken, lastUse } from './last-use.ts';

/** A session of a browser: a row of `api_tokens` with a purpose. */
export interface StoredSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  /** The address from which the user signed in. */
  readonly address: string;
  /** The browser and its system; null if the client did not name them. */
  readonly browser: string | null;
}

const columns = `t.id, t.created_at, coalesce(${lastUse}, t.created_at) as last_used_at, ${endOfToken} as expires_at,
    t.address, t.browser`;

/** The live sessions of a user, for a list of them. */
export const sessionsOf = ({ accountId, userId }: OneUser, now: Date): ObjectSelection => ({
  table: 'api_tokens',
  columns,
  conditions: [
    ...['t.account_id = $1::bigint', 't.user_id = $2::bigint', `t.purpose = 'session'`],
    ...['t.revoked_at is null', `${endOfToken} > $3::timestamptz`],
  ],
  parameters: [accountId, userId, now.toISOString()],
});

/** A live session of a user; null if there is none with this id. */
export async function findSession(
  engine: Queryable,
  { id, ...user }: OneObject & OneUser,
  now: Date,
  lock: '' | 'for update of t' = '',
): Promise<StoredSession | null> {
  const { conditions, parameters } = sessionsOf(user, now);
  const [found] = await engine.query<StoredSession>(
    `select ${columns} from api_tokens t where ${conditions.join(' and ')} and t.id = $4::bigint ${lock}`,
    [...parameters, id],
  );
  return found ?? null;
}

/** A new session, and the browser that signs in. */
export interface NewSession extends OneUser {
  /** The hash of the password with which the user signs in. */
  readonly passwordHash: string;
  readonly text: string;
  /** The session ends so many seconds after its last use. */
  readonly idleSeconds: number;
  readonly address: string;
  readonly browser: string | null;
  /** The text by which the service knows the browser again. */
  readonly browserText: string;
}

/**
 * Stores a session, and remembers its browser. The statement locks the user and the password, so a concurrent change of
 * the password or a deactivation also finds the new session.
 * @returns undefined if the user is deactivated or has another password.
 */
export async function insertSession(
  transaction: Queryable,
  session: NewSession,
  now: Date,
): Promise<StoredSession | undefined> {
  const { accountId, userId, passwordHash, text, idleSeconds, address, browser, browserText } = session;
  const [made] = await transaction.query<StoredSession>(
    `with owner as materialized (
      select u.account_id, u.id from users u join passwords p on p.account_id = $1::bigint and p.user_id = u.id
      where u.account_id = $1::bigint and u.id = $2::bigint and u.deleted_at is null and p.hash = $3
      for share of u, p
    ), known as (
      insert into known_browsers (account_id, user_id, hash, last_used_at)
      select $1::bigint, id, decode($4, 'hex'), $5::timestamptz from owner
      on conflict (account_id, user_id, hash) do update set last_used_at = excluded.last_used_at
    )
    insert into api_tokens as t (account_id, user_id, name, purpose, hash, scopes, idle_seconds, address, browser,
      created_at, updated_at, expires_at)
    select account_id, id, 'Session', 'session', decode($6, 'hex'), '{}', $7::integer, $8, $9,
      $5::timestamptz, $5::timestamptz, $5::timestamptz + $7::integer * interval '1 second'
    from owner returning t.id, t.created_at, t.created_at as last_used_at, t.expires_at, t.address, t.browser`,
    [
      ...[accountId, userId, passwordHash, tokenHash(browserText), now.toISOString()],
      ...[tokenHash(text), idleSeconds, address, browser],
    ],
  );
  return made;
}

/** The limits for each user. The next session ends the one that was used least recently. */
const mostSessions = 50;
const mostBrowsers = 20;

/** An ended session stays for so long, so that no request that is under way writes the use of one that is gone. */
const keptMs = 60 * 60_000;

/**
 * Ends a user's sessions and forgets a user's browsers beyond the limits, and some of the account's ended sessions and
 * its old failed sign-ins.
 */
export async function tidySessions(transaction: Queryable, { accountId, userId }: OneUser, now: Date): Promise<void> {
  const found = await transaction.query<{ id: string; has_ended: boolean }>(
    `with failures as (
      delete from failed_sign_ins where account_id = $1::bigint and created_at <= $3::timestamptz - ${failuresEnd}
    ), forgotten as (
      delete from known_browsers where account_id = $1::bigint and user_id = $2::bigint and hash in (
        select hash from known_browsers where account_id = $1::bigint and user_id = $2::bigint
        order by last_used_at desc, hash offset ${mostBrowsers}
      )
    )
    (
      select t.id, true as has_ended from api_tokens t
      where t.account_id = $1::bigint and t.purpose is not null and t.expires_at <= $4::timestamptz
        and ${endOfToken} <= $4::timestamptz
      limit 20
    ) union all (
      select t.id, false from api_tokens t
      where t.account_id = $1::bigint and t.user_id = $2::bigint and t.purpose = 'session' and t.revoked_at is null
        and ${endOfToken} > $3::timestamptz
      order by coalesce(${lastUse}, t.created_at) desc, t.id desc offset ${mostSessions}
    )`,
    [accountId, userId, now.toISOString(), new Date(now.getTime() - keptMs).toISOString()],
  );
  const idsOf = (hasEnded: boolean) => found.filter((one) => one.has_ended === hasEnded).map(({ id }) => id);
  const [ended, beyond] = [idsOf(true), idsOf(false)];
  if (ended.length > 0) await transaction.query(forgetSql, [accountId, ended]);
  if (beyond.length > 0) await transaction.query(revokeSql, [accountId, beyond, now.toISOString()]);
}

const forgetSql = `with ended as (
    delete from api_tokens t using (
      select id from api_tokens where account_id = $1::bigint and id = any($2::bigint[]) for update skip locked
    ) past where t.account_id = $1::bigint and t.id = past.id returning t.id
  )
  delete from token_uses where account_id = $1::bigint and token_id in (select id from ended)`;

const revokeSql = `update api_tokens set revoked_at = $3::timestamptz, updated_at = $3::timestamptz
  where account_id = $1::bigint and id = any($2::bigint[]) and revoked_at is null`;
