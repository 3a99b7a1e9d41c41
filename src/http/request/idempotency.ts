import { createHash, hkdfSync } from 'node:crypto';
import { Refusal } from '../../refusal.ts';
import type { RequestKey } from '../contract/answer.ts';

const longest = 255;

/**
 * The idempotency key of a change; undefined if the client sends none.
 * @throws {Refusal} `invalid_query` if the key is empty or too long.
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (key.length > 0 && key.length <= longest) return key;
  throw new Refusal('invalid_query', `An Idempotency-Key must have 1 to ${longest} characters.`, {
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
  /** The user in `Plumbline-Acting-User`, unless that is the token's owner. */
  readonly actingUserId: string | undefined;
  readonly ifMatch: string | undefined;
  /** The text of the request's token. */
  readonly token: string;
}

/** The key with its fingerprint, which covers the exact request, its acting user and its condition. */
export function idempotency(key: string, { method, target, bytes, token, ...given }: KeyedRequest): RequestKey {
  const { actingUserId, ifMatch } = given;
  // Neither a target nor a header can contain NUL or a line feed, so different requests never hash the same text.
  const acting = actingUserId === undefined ? '' : `\0acting-user ${actingUserId}`;
  const condition = ifMatch === undefined ? '' : `\0if-match ${ifMatch}`;
  const hash = createHash('sha256').update(`${method} ${target}${acting}${condition}\n`).update(bytes);
  const sealingKey = () => new Uint8Array(hkdfSync('sha256', token, '', 'plumbline idempotency', 32));
  return { key, fingerprint: hash.digest('hex'), sealingKey };
}
