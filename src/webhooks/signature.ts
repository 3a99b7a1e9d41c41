import { createHmac, randomBytes } from 'node:crypto';

/** The prefix of a Standard Webhooks 1.0 secret, before its base64. */
const secretPrefix = 'whsec_';

/** The length limits of a key, in bytes (Standard Webhooks 1.0, "Symmetric"). */
const secretLength = { least: 24, most: 64 } as const;

/** A secret of 32 random bytes. */
export const newSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

/** The key of a secret, which is `whsec_` and 24 to 64 bytes in base64; `null` if the secret is invalid. */
export function secretBytes(secret: string): Uint8Array | null {
  if (!secret.startsWith(secretPrefix)) return null;
  const text = secret.slice(secretPrefix.length);
  const key = Buffer.from(text, 'base64');
  if (key.toString('base64') !== text) return null;
  return key.length >= secretLength.least && key.length <= secretLength.most ? key : null;
}

/**
 * The key of a secret.
 * @param secret can be absent or of another type, in a program without type checks.
 * @throws {TypeError} if the secret is invalid. The message does not repeat it, because errors are logged.
 */
export function keyOf(secret: unknown): Uint8Array {
  const key = typeof secret === 'string' ? secretBytes(secret) : null;
  if (key === null) throw new TypeError('A secret must be whsec_ and 24 to 64 bytes in base64.');
  return key;
}

/** The signed content: the id of a message, the time of sending in seconds since 1970, and the body as sent. */
export interface Signed {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

/** `v1,` and the base64 of an HMAC with SHA-256 (Standard Webhooks 1.0, "Signature scheme"). */
export function signatureBy(key: Uint8Array, { id, timestamp, body }: Signed): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/**
 * The signature of a message, one entry of the header `webhook-signature`.
 * @throws {TypeError} for an invalid secret, for an id with a dot, with which id, time and body could change places,
 * and for a time that is not in whole seconds.
 */
export function sign(secret: string, signed: Signed): string {
  const key = keyOf(secret);
  if (signed.id.includes('.')) throw new TypeError('The id of a message must not contain a dot.');
  if (!Number.isSafeInteger(signed.timestamp)) throw new TypeError('A timestamp must be in whole seconds since 1970.');
  return signatureBy(key, signed);
}
