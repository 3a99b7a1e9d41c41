import { randomFillSync } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 22;

/** `req_` and 22 base62 characters: 131 bits, so that nobody meets another's. */
export function newRequestId(): string {
  let id = 'req_';
  while (id.length < 'req_'.length + length) id += digit(nextByte());
  return id;
}

/** Bytes above the last multiple of 62 would favour the first digits. */
const digit = (byte: number): string => (byte < 248 ? digits.charAt(byte % 62) : '');

/** Drawn many at a time: asking for them costs more than the whole id does. */
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
