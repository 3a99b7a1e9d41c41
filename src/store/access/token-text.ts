import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number of digits that fit a `number`. Arithmetic with `bigint` takes many times longer. */
const digits = 8;
const beyond = 62n ** BigInt(digits);

/** `length` base62 digits of a non-negative number, with leading zeros. */
export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= beyond) text = someBase62(Number(rest % beyond)) + text;
  return text.slice(-length);
}

function someBase62(value: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text;
  return text;
}

/** `length` random base62 characters. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** 30 random base62 characters, and 6 more that are their CRC32. */
function checkedText(): string {
  const random = randomText(30);
  return random + base62(BigInt(crc32(random)), 6);
}

/** A new API token, or access token: `plb_`, 30 random base62 characters, and 6 more that are their CRC32. */
export const newTokenText = (): string => `plb_${checkedText()}`;

/** A new public id of an OAuth client. */
export const newClientId = (): string => `plbc_${randomText(20)}`;

export const isClientId = (text: string): boolean => /^plbc_[0-9A-Za-z]{20}$/.test(text);

/** A new secret of an OAuth client. It has the form of a token with another prefix. */
export const newClientSecret = (): string => `plbs_${checkedText()}`;

/** The stored form of a token: its SHA-256, in hex. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
