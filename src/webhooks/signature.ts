import { createHmac, randomBytes } from 'node:crypto';

/** What a secret of Standard Webhooks 1.0 begins with, before its base64. */
const secretPrefix = 'whsec_';

/** In bytes (Standard Webhooks 1.0, "Symmetric"). */
const secretLength = { least: 24, most: 64 } as const;

/** A secret of 32 random bytes. */
export const newSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

/** The key that a secret stands for; `null` when it is none: `whsec_` and 24 to 64 bytes in base64. */
export function secretBytes(secret: string): Uint8Array | null {
  if (!secret.startsWith(secretPrefix)) return null;
  const text = secret.slice(secretPrefix.length);
  const key = Buffer.from(text, 'base64');
  if (key.toString('base64') !== text) return null;
  return key.length >= secretLength.least && key.length <= secretLength.most ? key : null;
}

/**
 * The key that a secret stands for.
 * @param secret may come from an environment that lacks it, in a program whose types nobody checked.
 * @throws {TypeError} for what is no secret; its text is not repeated, since errors are logged.
 */
export function keyOf(secret: unknown): Uint8Array {
  const key = typeof secret === 'string' ? secretBytes(secret) : null;
  if (key === null) throw new TypeError('A secret is whsec_ and 24 to 64 bytes in base64.');
  return key;
}

/** What is signed: the id of a message, when it is sent in seconds since 1970, and its body as sent. */
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
 * @throws {TypeError} for what is no secret, and for what no receiver could trust: an id with a dot, by which id,
 * time and body could change places, or a time in anything but whole seconds.
 */
export function sign(secret: string, signed: Signed): string {
  const key = keyOf(secret);
  if (signed.id.includes('.')) throw new TypeError('The id of a message has no dot.');
  if (!Number.isSafeInteger(signed.timestamp)) throw new TypeError('A timestamp is in whole seconds since 1970.');
  return signatureBy(key, signed);
}
