import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { apiTokens } from '../../resources/managed/credentials.ts';
import type { StoredObject } from '../../resources/record-types.ts';
import type { Queryable } from '../../database/engine.ts';
import { insertObject, type OneUser, standing } from './managed-objects.ts';

/** The purpose of a credential that is not the token of a program. */
export type Purpose = 'session' | 'password_link';

/** A stored token of a person, without its text. */
export type StoredToken = StoredObject<typeof apiTokens>;

/** The fields of a new token. */
export type NewToken = Pick<StoredToken, 'name' | 'scopes' | 'user_id' | 'expires_at'>;

/** Creates a token. Its text is stored only as a hash. @param text the default is a random one. */
export async function createToken(
  engine: Queryable,
  { accountId, token, text = newTokenText() }: { accountId: string; token: NewToken; text?: string | undefined },
  now: Date,
): Promise<{ token: StoredToken; text: string }> {
  const values = { ...token, hash: `\\x${tokenHash(text)}` };
  const made = await insertObject(engine, apiTokens, { accountId, values }, now);
  if (!made) throw new Error('a token is not stored');
  return { token: made, text };
}

/** Counts a person's tokens that are neither revoked nor expired. The caller holds the user's lock. */
export async function countLiveTokens(engine: Queryable, { accountId, userId }: OneUser, now: Date): Promise<number> {
  const [found] = await engine.query<{ live: number }>(
    `select count(*)::integer as live from api_tokens t
    where ${standing(apiTokens).join(' and ')} and t.user_id = $2::bigint
      and (t.expires_at is null or t.expires_at > $3::timestamptz)`,
    [accountId, userId, now.toISOString()],
  );
  return found?.live ?? 0;
}

/** Revokes a token, with immediate effect. */
export const revokeToken = (engine: Queryable, accountId: string, id: string, now: Date): Promise<unknown> =>
  engine.query(
    `update api_tokens set revoked_at = $3::timestamptz, updated_at = $3::timestamptz
    where account_id = $1::bigint and id = $2::bigint and revoked_at is null`,
    [accountId, id, now.toISOString()],
  );

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number of digits that fit a `number`. Arithmetic with `bigint` takes many times longer. */
const digitsAtOnce = 8;
const beyond = 62n ** BigInt(digitsAtOnce);

/** `length` base62 digits of a non-negative number, with leading zeros. */
export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= beyond) text = someBase62(Number(rest % beyond)) + text;
  return text.slice(-length);
}

function someBase62(value: number): string {
  let text = '';
  for (let rest = value; text.length < digitsAtOnce; rest = Math.floor(rest / 62))
    text = alphabet.charAt(rest % 62) + text;
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

/** A new secret of 256 random bits, with a prefix that names its use. */
export const newSecret = (prefix: string): string => prefix + randomText(43);

/** The stored form of a token: its SHA-256, in hex. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
