import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 22;

/** Visible ASCII, without spaces. */
const wellFormed = /^[!-~]{1,128}$/;

/** The client's `X-Request-Id` if it is well-formed, else a new id. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : newRequestId();
}

/** `req_` and 22 base62 characters: 131 random bits, so ids do not collide. */
export function newRequestId(): string {
  let id = 'req_';
  while (id.length < 'req_'.length + length) id += digit(nextByte());
  return id;
}

/** Skips bytes from 248 on, the last multiple of 62, because they would favour the first digits. */
const digit = (byte: number): string => (byte < 248 ? digits.charAt(byte % 62) : '');

/** A batch of random bytes. One call per id would cost more than the rest of the id. */
const drawn = Buffer.alloc(4096);
let used = drawn.length;

function nextByte(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += 1;
  return drawn[used - 1] ?? 0;
}
