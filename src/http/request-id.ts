import { randomBytes } from 'node:crypto';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 22;

/** `req_` and 22 base62 characters: 131 bits, so that nobody meets another's. */
export function newRequestId(): string {
  let id = '';
  while (id.length < length) id += [...randomBytes(length)].map(digit).join('');
  return `req_${id.slice(0, length)}`;
}

/** Bytes above the last multiple of 62 would favour the first digits. */
const digit = (byte: number): string => (byte < 248 ? digits.charAt(byte % 62) : '');
