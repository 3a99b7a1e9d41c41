import type { Queryable } from '../../database/engine.ts';
import type { ObjectSelection } from './managed-objects.ts';

/** A sign-in of a user that failed. */
export interface StoredFailure {
  readonly id: string;
  readonly created_at: string;
  readonly user_id: string;
  /** The IP address from which the request came. */
  readonly address: string;
  /** The browser and its system; null if the client did not name them. */
  readonly browser: string | null;
  /** In hex. */
  readonly email_digest: string;
}

/** The limits for each account. The next failure or sign-in deletes what is beyond them. */
const mostFailures = 1000;
export const failuresEnd = "interval '90 days'";

/** The failed sign-ins of an account, for a list of them. */
export const failuresOf = (accountId: string, now: Date): ObjectSelection => ({
  table: 'failed_sign_ins',
  columns: 't.id, t.created_at, t.user_id, t.address, t.browser, t.email_digest',
  conditions: ['t.account_id = $1::bigint', `t.created_at > $2::timestamptz - ${failuresEnd}`],
  parameters: [accountId, now.toISOString()],
});

/** Stores a failed sign-in of a user, and deletes those beyond the limits. */
export const insertFailure = (
  engine: Queryable,
  accountId: string,
  { user_id, address, browser, email_digest }: Omit<StoredFailure, 'id' | 'created_at'>,
  now: Date,
): Promise<unknown> =>
  engine.query(
    `with forgotten as (
      delete from failed_sign_ins where account_id = $1::bigint and (
        created_at <= $6::timestamptz - ${failuresEnd}
        or id <= (
          select id from failed_sign_ins where account_id = $1::bigint order by id desc offset ${mostFailures - 1} limit 1
        )
      )
    )
    insert into failed_sign_ins (account_id, user_id, address, browser, email_digest, created_at)
    values ($1::bigint, $2::bigint, $3, $4, $5, $6::timestamptz)`,
    [accountId, user_id, address, browser, email_digest, now.toISOString()],
  );

/** The key of the digests of this installation. The first call stores the offered one. Both in hex. */
export async function digestKey(engine: Queryable, offered: string): Promise<string> {
  const [stored] = await engine.query<{ key: string }>(
    `insert into digest_keys as k (key) values (decode($1, 'hex'))
    on conflict (is_only) do update set key = k.key returning encode(k.key, 'hex') as key`,
    [offered],
  );
  if (!stored) throw new Error('a digest key is not stored');
  return stored.key;
}
