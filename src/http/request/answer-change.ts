import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ChangeContext, StoreContext } from '../../records/request-context.ts';
import type { ChangeOutcome, StoredAnswer } from '../../records/results.ts';
import type { Answer } from '../contract/answer.ts';
import type { RequestKey } from '../contract/operation.ts';

/** A request for a change. */
interface ChangeRequest {
  readonly context: StoreContext;
  readonly idempotency?: RequestKey | undefined;
}

/**
 * Carries out a change and returns the response. The codec writes the response to send and the one that the transaction
 * stores under the idempotency key. If the key was used before, the stored response is returned.
 */
export async function answerChange<Value>(
  { context, idempotency }: ChangeRequest,
  codec: (value: Value) => Answer,
  change: (context: ChangeContext<Value>) => Promise<ChangeOutcome<Value>>,
): Promise<Answer> {
  const write = oncePerValue(codec);
  const outcome = await change(idempotency ? { ...context, idempotency: storing(idempotency, write) } : context);
  return outcome.kind === 'done' ? write(outcome.value) : replayed(outcome.answer, idempotency);
}

/** Caches the response of the last value. A retried transaction creates a new value and so a new response. */
function oncePerValue<Value>(codec: (value: Value) => Answer): (value: Value) => Answer {
  let last: { readonly value: Value; readonly answer: Answer } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, answer: codec(value) };
    return last.answer;
  };
}

const storing = <Value>({ key, fingerprint, sealingKey }: RequestKey, write: (value: Value) => Answer) => ({
  key,
  fingerprint,
  encode: (value: Value): StoredAnswer => {
    const { status, headers = {}, body = null, secret } = write(value);
    return { status, headers, body: secret && body !== null ? sealed(body, sealingKey()) : body };
  },
});

function replayed({ status, headers, body }: StoredAnswer, idempotency: RequestKey | undefined): Answer {
  const plain = idempotency && body !== null && isSealed(body) ? unsealed(body, idempotency.sealingKey()) : body;
  return {
    status,
    ...(plain === null ? {} : { body: plain }),
    headers: { ...headers, 'Idempotent-Replayed': 'true' },
  };
}

const mark = 'sealed:';
const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Whether a text is encrypted. JSON never begins with the mark. */
const isSealed = (text: string): boolean => text.startsWith(mark);

/** Encrypts a text. @param key 32 bytes. */
function sealed(text: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, key, nonce);
  const hidden = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return mark + Buffer.concat([nonce, sealing.getAuthTag(), hidden]).toString('base64');
}

/** Decrypts a sealed text. Throws with any other key. */
function unsealed(text: string, key: Uint8Array): string {
  const bytes = Buffer.from(text.slice(mark.length), 'base64');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength));
  opening.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([opening.update(bytes.subarray(nonceLength + tagLength)), opening.final()]).toString('utf8');
}
