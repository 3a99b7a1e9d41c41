import { createHash, hkdfSync, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ChangeContext, StoreContext } from '../../records/request-context.ts';
import type { ChangeOutcome, StoredAnswer } from '../../records/results.ts';
import type { Answer } from '../contract/answer.ts';
import type { RequestKey } from '../contract/operation.ts';
import { Refusal } from '../../refusal.ts';

const longestKey = 255;

/**
 * The idempotency key of a change; undefined if the client sends none.
 * @throws {Refusal} `invalid_query` if the key is empty or too long.
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length > 0 && key.length <= longestKey) return key;
  throw new Refusal('invalid_query', `An Idempotency-Key must have 1 to ${longestKey} characters.`, {
    problems: [
      {
        parameter: 'Idempotency-Key',
        code: key === '' ? 'required' : 'too_long',
        message: `must have 1 to ${longestKey} characters`,
      },
    ],
  });
}

interface KeyedRequest {
  readonly method: string;
  readonly target: string;
  readonly bytes: Uint8Array;
  /** The user in `Plumbline-Acting-User`, unless that is the token's owner. */
  readonly actingUserId: string | undefined;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** The text of the request's token or session. */
  readonly credential: string;
}

/** The key with its fingerprint, which covers the exact request, its acting user and its condition. */
export function idempotency(key: string, { method, target, bytes, credential, ...given }: KeyedRequest): RequestKey {
  const { actingUserId, ifMatch, ifNoneMatch } = given;
  // Neither a target nor a header can contain NUL or a line feed, so different requests never hash the same text.
  const acting = actingUserId === undefined ? '' : `\0acting-user ${actingUserId}`;
  const condition = ifMatch === undefined ? '' : `\0if-match ${ifMatch}`;
  const absence = ifNoneMatch === undefined ? '' : `\0if-none-match ${ifNoneMatch}`;
  const hash = createHash('sha256').update(`${method} ${target}${acting}${condition}${absence}\n`).update(bytes);
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', credential, '', 'plumbline idempotency', 32));
  return { key, fingerprint: hash.digest('hex'), sealingKey };
}

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
