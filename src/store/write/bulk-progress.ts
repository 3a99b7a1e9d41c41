import type { Queryable } from '../../database/engine.ts';
import type { AnswerRow, IdempotencyKey } from './idempotency-keys.ts';
import { appending, type WriteStatement } from './write.ts';

/** The status of the key of a bulk that has not ended. No answer has it. */
export const underWay = 0;

/** Begins a bulk under a key, if the key has no row yet. */
export const beginBulk = (
  transaction: Queryable,
  { accountId, tokenId, key }: IdempotencyKey,
  { fingerprint, at }: { readonly fingerprint: string; readonly at: Date },
): Promise<unknown> =>
  transaction.query(
    `insert into idempotency_keys (account_id, token_id, key, fingerprint, status, headers, created_at)
    values ($1::bigint, $2::bigint, $3, $4, ${underWay}, '{}', $5::timestamptz) on conflict do nothing`,
    [accountId, tokenId, key, fingerprint, at.toISOString()],
  );

/** The row of a key, and the number of rows that its bulk has done. */
export interface BulkProgress extends AnswerRow {
  readonly rows_done: number;
}

/** Locks the row of a key, so that one request at a time goes on with its bulk. */
export async function lockBulk(
  transaction: Queryable,
  { accountId, tokenId, key }: IdempotencyKey,
): Promise<BulkProgress | undefined> {
  const params = [accountId, tokenId, key];
  const [row] = await transaction.query<AnswerRow>(
    `select fingerprint, status, headers, body, created_at from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3 for update`,
    params,
  );
  if (!row) return undefined;
  // A statement of its own sees what the last holder of the lock has stored.
  const [done] = await transaction.query<{ rows_done: number }>(
    `select coalesce(max(rows_done), 0)::integer as rows_done from bulk_results
    where account_id = $1::bigint and token_id = $2::bigint and key = $3`,
    params,
  );
  return { ...row, rows_done: done?.rows_done ?? 0 };
}

/** Stores the results of a part of a bulk. @param rowsDone the number of rows of the bulk after this part. */
export function bulkResultsStatement(
  { tokenId, key }: IdempotencyKey,
  rowsDone: number,
  results: readonly object[],
): WriteStatement {
  return addResults([{ token_id: tokenId, key, rows_done: rowsDone, results: JSON.stringify(results) }]);
}

// As JSON text, because `jsonb` cannot hold each text that a client gives as an id.
const addResults = appending('bulk_results', {
  token_id: 'bigint',
  key: 'text',
  rows_done: 'integer',
  results: 'text',
});

/** The results of a bulk so far, in the order of the rows. */
export async function readBulkResults<Result>(
  engine: Queryable,
  { accountId, tokenId, key }: IdempotencyKey,
): Promise<Result[]> {
  const parts = await engine.query<{ results: string }>(
    `select results from bulk_results where account_id = $1::bigint and token_id = $2::bigint and key = $3
    order by rows_done`,
    [accountId, tokenId, key],
  );
  return parts.flatMap(({ results }) => JSON.parse(results) as Result[]);
}

/** Deletes the key of a bulk under way, with its results. */
export const endBulk = (transaction: Queryable, { accountId, tokenId, key }: IdempotencyKey): Promise<unknown> =>
  transaction.query(
    `delete from idempotency_keys where account_id = $1::bigint and token_id = $2::bigint and key = $3
    and status = ${underWay}`,
    [accountId, tokenId, key],
  );
