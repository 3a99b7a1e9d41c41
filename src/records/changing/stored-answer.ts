import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../database/engine.ts';
import { type AnswerRow, deleteKey, findAnswerRow, type IdempotencyKey } from '../../store/write/idempotency-keys.ts';
import type { KeyedContext } from '../request-context.ts';
import type { Replayed } from '../results.ts';

/** How long an answer is kept under its idempotency key. */
export const answerRetentionMs = 24 * 60 * 60 * 1000;

/** The answer stored under the request's idempotency key, or null. Deletes an expired answer. */
export async function findStoredAnswer(engine: Queryable, context: KeyedContext): Promise<Replayed | null> {
  const key = keyOf(context);
  const stored = key && (await findAnswerRow(engine, key));
  return stored ? await replayOf(engine, context, stored) : null;
}

/**
 * The answer from the first use of the key; null if it has expired.
 * @throws {Refusal} `idempotency_key_reused` if the key was used for another request.
 */
export async function replayOf(engine: Queryable, context: KeyedContext, stored: AnswerRow): Promise<Replayed | null> {
  const key = keyOf(context);
  if (!key) return null;
  const expired = new Date(context.at.getTime() - answerRetentionMs);
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

function keyOf({ actor: { accountId, tokenId }, idempotency }: KeyedContext): IdempotencyKey | null {
  return idempotency ? { accountId, tokenId, key: idempotency.key } : null;
}
