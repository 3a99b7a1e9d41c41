import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** So many digits fit a number; arithmetic with larger ones takes many times longer. */
const digits = 8;
const beyond = 62n ** BigInt(digits);

/** `length` base62 digits of a non-negative number, zeros in front. */
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

/** The public name of an OAuth client. */
export const newClientId = (): string => `plbc_${randomText(20)}`;

export const isClientId = (text: string): boolean => /^plbc_[0-9A-Za-z]{20}$/.test(text);

/** The secret of an OAuth client: made like a token, and told from one by its start. */
export const newClientSecret = (): string => `plbs_${checkedText()}`;

/** What is kept of a token: its SHA-256, in hex. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
