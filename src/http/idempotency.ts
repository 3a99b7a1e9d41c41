import { createHash, hkdfSync } from 'node:crypto';
import type { Idempotency } from '../records/call.ts';
import { Refusal } from '../refusal.ts';

const longest = 255;

/**
 * The key of a request that changes something; undefined when none is given.
 * @throws {Refusal} `invalid_query` for an empty or overlong one.
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length > 0 && key.length <= longest) return key;
  throw new Refusal('invalid_query', `An Idempotency-Key has 1 to ${longest} characters.`, {
    problems: [
      {
        parameter: 'Idempotency-Key',
        code: key === '' ? 'required' : 'too_long',
        message: `must have 1 to ${longest} characters`,
      },
    ],
  });
}

interface KeyedRequest {
  readonly method: string;
  readonly target: string;
  readonly bytes: Uint8Array;
  /** The text of the token that it came with. */
  readonly token: string;
}

/** What the key stands for: the request to the byte. */
export function idempotency(key: string, { method, target, bytes, token }: KeyedRequest): Idempotency {
  const hash = createHash('sha256').update(`${method} ${target}\n`).update(bytes);
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', token, '', 'plumbline idempotency', 32));
  return { key, fingerprint: hash.digest('hex'), sealingKey };
}
