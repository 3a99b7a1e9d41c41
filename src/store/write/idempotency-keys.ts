import type { Queryable } from '../../database/engine.ts';
import { appending, writing } from './write.ts';

/** An idempotency key of a token. */
export interface IdempotencyKey {
  readonly accountId: string;
  readonly tokenId: string;
  readonly key: string;
}

/** The stored answer to the first request with a key. */
export interface AnswerRow {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly created_at: string;
}

/** A stored answer with its idempotency key. */
export interface KeyedAnswerRow extends AnswerRow {
  /** JSON shows the id as a number. */
  readonly token_id: number;
  readonly key: string;
}

/** The answer stored under a key. */
export async function findAnswerRow(
  engine: Queryable,
  { accountId, tokenId, key }: IdempotencyKey,
): Promise<AnswerRow | undefined> {
  const [stored] = await engine.query<AnswerRow>(
    `select fingerprint, status, headers, body, created_at from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3`,
    [accountId, tokenId, key],
  );
  return stored;
}

/** Deletes a key that was stored until an instant. A new answer that a concurrent request stored stays. */
export const deleteKey = (
  transaction: Queryable,
  { accountId, tokenId, key }: IdempotencyKey,
  until: Date,
): Promise<unknown> =>
  transaction.query(
    `delete from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3 and created_at <= $4::timestamptz`,
    [accountId, tokenId, key, until.toISOString()],
  );

/** Stores an answer under a key. */
export const keyStatement = appending('idempotency_keys', {
  token_id: 'bigint',
  key: 'text',
  fingerprint: 'text',
  status: 'integer',
  headers: 'jsonb',
  body: 'text',
  created_at: 'timestamptz',
});

/** Deletes a few of the account's keys that were stored until an instant, `until`. */
// The lower bound of `created_at` keeps Postgres from a plan that reads all keys of the account.
export const expireStatement = writing<{ until: string }>(`with ended as materialized (
    select o.ctid as tid, o.created_at from idempotency_keys o
    where o.account_id = $1::bigint and o.created_at > '-infinity'
      and o.created_at <= (select max(r.until) from jsonb_to_recordset($rows::jsonb) as r(until timestamptz))
    order by o.created_at limit 20 * jsonb_array_length($rows::jsonb) for update skip locked
  )
  delete from idempotency_keys where account_id = $1::bigint and created_at > '-infinity'
    and created_at <= (select max(created_at) from ended) and ctid = any(array(select tid from ended))`);
