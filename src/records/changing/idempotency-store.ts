import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import { appending, type WriteStatement, type Sql } from '../../store/write/write.ts';
import type { KeyedContext } from '../request-context.ts';
import type { Replayed, StoredAnswer } from '../outcome.ts';

/** How long an answer is kept under its idempotency key. */
const retentionMs = 24 * 60 * 60 * 1000;

type StoredRow = Readonly<Record<string, unknown>>;

const append = appending('idempotency_keys', {
  token_id: 'bigint',
  key: 'text',
  fingerprint: 'text',
  status: 'integer',
  headers: 'jsonb',
  body: 'text',
  created_at: 'timestamptz',
});

/** Whether a stored answer has expired. */
const isExpired = (stored: StoredRow, at: Date): boolean =>
  at.getTime() - Date.parse(String(stored['created_at'])) >= retentionMs;

/** The stored answer under the request's idempotency key. */
export const answerRowOf = (
  { actor, idempotency }: KeyedContext,
  stored: readonly StoredRow[],
): StoredRow | undefined =>
  idempotency && stored.find((one) => String(one['token_id']) === actor.tokenId && one['key'] === idempotency.key);

/** The answer stored under the request's idempotency key, or null. Deletes an expired answer. */
export async function findStoredAnswer(engine: Queryable, context: KeyedContext): Promise<Replayed | null> {
  if (!context.idempotency) return null;
  const { key } = context.idempotency;
  const [stored] = await engine.query(
    `select fingerprint, status, headers, body, created_at from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3`,
    [context.actor.accountId, context.actor.tokenId, key],
  );
  return await replayOf(engine, context, stored);
}

/**
 * The answer from the first use of the key; null if there is none or it has expired.
 * @throws {Refusal} `idempotency_key_reused` if the key was used for another request.
 */
export async function replayOf(
  engine: Queryable,
  context: KeyedContext,
  stored: StoredRow | undefined,
): Promise<Replayed | null> {
  if (!stored || !context.idempotency) return null;
  if (isExpired(stored, context.at)) {
    await forget(engine, context);
    return null;
  }
  if (stored['fingerprint'] !== context.idempotency.fingerprint) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  const { status, headers, body } = stored as unknown as StoredAnswer;
  return { kind: 'replayed', answer: { status, headers, body } };
}

/** Deletes an expired key, so that it can be used again. A new answer that a concurrent request stored stays. */
const forget = (transaction: Queryable, context: KeyedContext): Promise<unknown> =>
  transaction.query(
    `delete from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3 and created_at <= $4::timestamptz`,
    [
      context.actor.accountId,
      context.actor.tokenId,
      context.idempotency?.key ?? '',
      new Date(context.at.getTime() - retentionMs).toISOString(),
    ],
  );

/** Deletes a few expired keys with each change that has a key, so that they do not accumulate. */
const expireStatement = (at: Date): WriteStatement => ({
  rows: [{ until: new Date(at.getTime() - retentionMs).toISOString() }],
  sql: expireSql,
});

// The lower bound of `created_at` keeps Postgres from a plan that reads all keys of the account.
const expireSql: Sql = (rows) => `with ended as materialized (
    select o.ctid as tid, o.created_at from idempotency_keys o
    where o.account_id = $1::bigint and o.created_at > '-infinity'
      and o.created_at <= (select max(r.until) from jsonb_to_recordset(${rows}::jsonb) as r(until timestamptz))
    order by o.created_at limit 20 * jsonb_array_length(${rows}::jsonb) for update skip locked
  )
  delete from idempotency_keys where account_id = $1::bigint and created_at > '-infinity'
    and created_at <= (select max(created_at) from ended) and ctid = any(array(select tid from ended))`;

/** Stores the answer to a change, in its transaction. */
export function storeAnswerStatements<Value>(
  { actor, at, idempotency }: KeyedContext<Value>,
  value: Value,
): WriteStatement[] {
  if (!idempotency) return [];
  const { key, fingerprint, encode } = idempotency;
  const row = { token_id: actor.tokenId, key, fingerprint, ...encode(value), created_at: at.toISOString() };
  return [append([row]), expireStatement(at)];
}
