import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import {
  type AnswerRow,
  deleteKey,
  expireStatement,
  findAnswerRow,
  type IdempotencyKey,
  type KeyedAnswerRow,
  keyStatement,
} from '../../store/write/idempotency-keys.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import type { KeyedContext } from '../request-context.ts';
import type { Replayed } from '../results.ts';

/** How long an answer is kept under its idempotency key. */
const retentionMs = 24 * 60 * 60 * 1000;

/** The latest time of storage of the answers that have expired. */
const expiredUntil = (at: Date): Date => new Date(at.getTime() - retentionMs);

/** The stored answer under the request's idempotency key. */
export const answerRowOf = (
  { actor, idempotency }: KeyedContext,
  stored: readonly KeyedAnswerRow[],
): AnswerRow | undefined =>
  idempotency && stored.find((one) => String(one.token_id) === actor.tokenId && one.key === idempotency.key);

function keyOf({ actor: { accountId, tokenId }, idempotency }: KeyedContext): IdempotencyKey | null {
  return idempotency ? { accountId, tokenId, key: idempotency.key } : null;
}

/** The answer stored under the request's idempotency key, or null. Deletes an expired answer. */
export async function findStoredAnswer(engine: Queryable, context: KeyedContext): Promise<Replayed | null> {
  const key = keyOf(context);
  return key && (await replayOf(engine, context, await findAnswerRow(engine, key)));
}

/**
 * The answer from the first use of the key; null if there is none or it has expired.
 * @throws {Refusal} `idempotency_key_reused` if the key was used for another request.
 */
export async function replayOf(
  engine: Queryable,
  context: KeyedContext,
  stored: AnswerRow | undefined,
): Promise<Replayed | null> {
  const key = keyOf(context);
  if (!stored || !key) return null;
  const expired = expiredUntil(context.at);
  if (Date.parse(stored.created_at) <= expired.getTime()) {
    await deleteKey(engine, key, expired);
    return null;
  }
  if (stored.fingerprint !== context.idempotency?.fingerprint) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  const { status, headers, body } = stored;
  return { kind: 'replayed', answer: { status, headers, body } };
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
  return [keyStatement([row]), expireStatement([{ until: expiredUntil(at).toISOString() }])];
}
