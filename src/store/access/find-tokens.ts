import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../database/engine.ts';
import { BatchLoader } from '../cache/batch-loader.ts';
import type { SpedUp } from '../cache/speed-ups.ts';
import { type Purpose, type StoredToken, tokenHash } from './tokens.ts';

/** A token that is neither revoked nor expired, as one statement reads it. */
export interface FoundToken extends Pick<StoredToken, 'id' | 'user_id' | 'scopes' | 'last_used_at' | 'expires_at'> {
  readonly account_id: string;
  readonly created_at: string;
  /** A session ends so many seconds after its last use; null for other tokens. */
  readonly idle_seconds: number | null;
  /** The id of the OAuth client that the access token belongs to. */
  readonly oauth_client_id: string | null;
  /** Null for the token of a program. */
  readonly purpose: Purpose | null;
  /** The current version of the account's directory. */
  readonly directory_version: string;
}

const asBytes = (hashes: readonly string[]): string[] => hashes.map((hash) => `\\x${hash}`);

/** The accounts of the tokens with these hashes (hex). A sharded server has a copy of all tokens on each node. */
async function accountsOf(engine: Queryable, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await engine.query<{ hash: string; account_id: string }>(
    `select encode(hash, 'hex') as hash, account_id from api_tokens where hash = any($1::bytea[])`,
    [asBytes(hashes)],
  );
  return new Map(found.map(({ hash, account_id: accountId }) => [hash, accountId]));
}

/** The live tokens of an account with these hashes (hex), each with the version of the account's directory. */
async function findTokens(
  engine: Queryable,
  accountId: string,
  { hashes, now }: { readonly hashes: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, FoundToken>> {
  const found = await engine.query<FoundToken & { hash: string }>(
    `select encode(t.hash, 'hex') as hash, t.id, t.account_id, t.user_id, t.scopes, t.created_at, u.last_used_at,
      coalesce(u.expires_at, t.expires_at) as expires_at, t.idle_seconds, t.oauth_client_id, t.purpose,
      a.directory_version
    from api_tokens t join accounts a on a.id = $1::bigint
    left join token_uses u on u.account_id = $1::bigint and u.token_id = t.id
    where t.account_id = $1::bigint and t.hash = any($2::bytea[]) and t.revoked_at is null
      and (t.expires_at is null or coalesce(u.expires_at, t.expires_at) > $3::timestamptz)`,
    [accountId, asBytes(hashes), now.toISOString()],
  );
  return new Map(found.map(({ hash, ...token }) => [hash, token]));
}

/** The limit of tokens whose account a process knows. Looking for it costs a statement. */
const mostKnown = 50_000;
const mostLoaders = 1000;

/**
 * Finds tokens by their texts. One statement finds the tokens of an account's concurrent requests. The account of a token
 * never changes, so it is looked up once; everything else is read each time.
 */
export function tokenFinder(
  { engine, speedUps }: SpedUp,
  clock: Clock,
): (text: string) => Promise<FoundToken | null | undefined> {
  if (!speedUps.batches) return (text) => findToken(engine, text, clock.now());
  const known = new LRUCache<string, string>({ max: mostKnown });
  const accounts = new BatchLoader((hashes: readonly string[]) => accountsOf(engine, hashes));
  const loaders = new LRUCache<string, BatchLoader<string, FoundToken>>({ max: mostLoaders });
  const loaderOf = (accountId: string): BatchLoader<string, FoundToken> =>
    new BatchLoader((hashes) => findTokens(engine, accountId, { hashes, now: clock.now() }));
  return async (text) => {
    const hash = tokenHash(text);
    const accountId = known.get(hash) ?? (await accounts.load(hash));
    if (accountId === undefined) return undefined;
    const loader = loaders.get(accountId) ?? loaderOf(accountId);
    loaders.set(accountId, loader);
    const token = await loader.load(hash);
    if (token) known.set(hash, accountId);
    else known.delete(hash);
    return token;
  };
}

/** The token with a text; null if it is unknown, revoked or expired. */
export async function findToken(engine: Queryable, text: string, now: Date): Promise<FoundToken | null> {
  const hash = tokenHash(text);
  const accountId = (await accountsOf(engine, [hash])).get(hash);
  if (accountId === undefined) return null;
  return (await findTokens(engine, accountId, { hashes: [hash], now })).get(hash) ?? null;
}
