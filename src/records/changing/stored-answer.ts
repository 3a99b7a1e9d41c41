import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import { readBulkResults, underWay } from '../../store/write/bulk-progress.ts';
import {
  type AnswerRow,
  deleteKey,
  expireStatement,
  findAnswerRow,
  type IdempotencyKey,
  keyStatement,
} from '../../store/write/idempotency-keys.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import type { KeyedContext } from '../request-context.ts';
import type { ReplayedAnswer } from '../results.ts';

/** How long an answer is kept under its idempotency key. */
const answerRetentionMs = 24 * 60 * 60 * 1000;

/** The answer stored under the request's idempotency key, or null. Deletes an expired answer. */
export async function findStoredAnswer(engine: Queryable, context: KeyedContext): Promise<ReplayedAnswer | null> {
  const key = keyOf(context);
  const stored = key && (await findAnswerRow(engine, key));
  return stored ? await replayOf(engine, context, stored) : null;
}

/**
 * The answer from the first use of the key; null if it has expired.
 * @throws {Refusal} `idempotency_key_reused` if the key was used for another request, `conflict` if its bulk is under way.
 */
export async function replayOf(
  engine: Queryable,
  context: KeyedContext,
  stored: AnswerRow,
): Promise<ReplayedAnswer | null> {
  if (!(await isKept(engine, context, stored))) return null;
  const { status, headers, body } = stored;
  if (status === underWay) throw stillRunning();
  return { kind: 'replayed', answer: { status, headers, body } };
}

/** The stored answer to a bulk, or its results so far; null if its key is new. */
export async function findBulk<Result>(
  engine: Queryable,
  context: KeyedContext,
): Promise<ReplayedAnswer | Result[] | null> {
  const key = keyOf(context);
  const stored = key && (await findAnswerRow(engine, key));
  if (!stored || !(await isKept(engine, context, stored))) return null;
  return stored.status === underWay
    ? await readBulkResults<Result>(engine, key)
    : await replayOf(engine, context, stored);
}

export const stillRunning = (): Refusal =>
  new Refusal('conflict', 'Another request with this Idempotency-Key is still running.', { retryAfterSeconds: 1 });

/** Whether the row of a key still counts. Deletes it if it has expired. */
async function isKept(engine: Queryable, context: KeyedContext, stored: AnswerRow): Promise<boolean> {
  const key = keyOf(context);
  if (!key) return false;
  const expired = new Date(context.at.getTime() - answerRetentionMs);
  if (Date.parse(stored.created_at) <= expired.getTime()) {
    await deleteKey(engine, key, expired);
    return false;
  }
  if (stored.fingerprint !== context.idempotency?.fingerprint) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  return true;
}

/** The key of a request, with its account and token. */
export function keyOf({ actor: { accountId, tokenId }, idempotency }: KeyedContext): IdempotencyKey | null {
  return idempotency ? { accountId, tokenId, key: idempotency.key } : null;
}

/**
 * Stores the answer to a change, in its transaction. The primary key of the row is the lock of the idempotency key: a
 * concurrent request with the same key waits for it. Also deletes a few expired keys, so that they do not accumulate.
 */
export function storeAnswerStatements<Value>(
  { actor, at, idempotency }: KeyedContext<Value>,
  value: Value,
): WriteStatement[] {
  if (!idempotency) return [];
  const { key, fingerprint, encode } = idempotency;
  const row = { token_id: actor.tokenId, key, fingerprint, ...encode(value), created_at: at.toISOString() };
  const expired = new Date(at.getTime() - answerRetentionMs);
  return [keyStatement([row]), expireStatement([{ until: expired.toISOString() }])];
}
