import type { Queryable } from '../../database/engine.ts';
import type { OneUser } from './managed-objects.ts';
import { tokenHash } from './tokens.ts';

/** A user who may be signing in. */
export interface SignInUser {
  readonly account_id: string;
  readonly account_name: string;
  readonly directory_version: string;
  readonly user_id: string;
  readonly password_hash: string;
  /** Whether the user has signed in with this browser before. */
  readonly is_known: boolean;
}

/** The identity that somebody claims. */
export interface SignInClaim {
  readonly email: string;
  /** The same as sent, if it has characters that nobody sees: an older user may have it so. */
  readonly sentEmail?: string | undefined;
  /** Only the user of this account. */
  readonly accountId?: string | undefined;
  /** The text by which the service knows the browser again. */
  readonly browserText?: string | undefined;
}

/**
 * The active users with an e-mail address and a password, in all accounts, up to a number of them. Those who have signed
 * in with this browser come first.
 */
export const findSignInUsers = (
  engine: Queryable,
  { email, sentEmail = email, accountId, browserText }: SignInClaim,
  most: number,
): Promise<readonly SignInUser[]> =>
  engine.query<SignInUser>(
    `select u.account_id, a.name as account_name, a.directory_version, u.id as user_id, p.hash as password_hash,
      exists (
        select from known_browsers b
        where b.account_id = u.account_id and b.user_id = u.id and b.hash = decode($3, 'hex')
      ) as is_known
    from users u
    join accounts a on a.id = u.account_id
    join passwords p on p.account_id = u.account_id and p.user_id = u.id
    where lower(u.email) in (lower($1), lower($5)) and u.deleted_at is null and ($2::bigint is null or u.account_id = $2::bigint)
    order by is_known desc, u.account_id limit $4::integer`,
    [email, accountId ?? null, browserText === undefined ? null : tokenHash(browserText), most, sentEmail],
  );

/** The users among these who have a password, or an open link that sets one. */
export async function usersWhoSignIn(
  engine: Queryable,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await engine.query<{ id: string }>(
    `select user_id::text as id from passwords where account_id = $1::bigint and user_id = any($2::bigint[])
    union select user_id::text from api_tokens
      where account_id = $1::bigint and user_id = any($2::bigint[]) and purpose = 'password_link'
        and revoked_at is null and expires_at > $3::timestamptz`,
    [accountId, ids, now.toISOString()],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The hash of a user's password; undefined if there is none. */
export async function passwordHashOf(engine: Queryable, { accountId, userId }: OneUser): Promise<string | undefined> {
  const [found] = await engine.query<{ hash: string }>(
    'select hash from passwords where account_id = $1::bigint and user_id = $2::bigint',
    [accountId, userId],
  );
  return found?.hash;
}
