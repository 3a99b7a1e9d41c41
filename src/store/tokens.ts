import type { Clock } from '../clock.ts';
import type { Scope } from '../resources/choices.ts';
import type { Queryable } from './engine.ts';
import { Gathering } from './gathering.ts';
import { newTokenText, tokenHash } from './token-text.ts';

/** What one statement tells of a token that is neither revoked nor expired. */
export interface FoundToken {
  readonly id: string;
  readonly account_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  /** Of the OAuth client whose access token it is. */
  readonly oauth_client_id: string | null;
  /** Of the account, as it stands now. */
  readonly directory_version: string;
}

/** The tokens of these hashes (hex), each with the version of its account's directory; none that is revoked or expired. */
async function findTokens(
  engine: Queryable,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, FoundToken>> {
  const found = await engine.query<FoundToken & { hash: string }>(
    `select encode(t.hash, 'hex') as hash, t.id, t.account_id, t.user_id, t.scopes, t.last_used_at, t.expires_at,
      t.oauth_client_id, a.directory_version
    from api_tokens t join accounts a on a.id = t.account_id
    where t.hash = any($1::bytea[]) and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > $2::timestamptz)`,
    [hashes.map((hash) => `\\x${hash}`), now.toISOString()],
  );
  return new Map(found.map(({ hash, ...token }) => [hash, token]));
}

/** Finds the tokens of texts, those that are asked for at once by one statement. */
export function tokenFinder(engine: Queryable, clock: Clock): (text: string) => Promise<FoundToken | undefined> {
  const tokens = new Gathering((hashes: readonly string[]) => findTokens(engine, hashes, clock.now()));
  return (text) => tokens.ask(tokenHash(text));
}

/** The token of a text; null when it is unknown, revoked or expired. */
export async function findToken(engine: Queryable, text: string, now: Date): Promise<FoundToken | null> {
  const hash = tokenHash(text);
  return (await findTokens(engine, [hash], now)).get(hash) ?? null;
}

/** Writes when a token was last used, unless that was written less than a minute ago or is being written by another. */
export async function touchToken(engine: Queryable, token: FoundToken, now: Date): Promise<void> {
  if (token.last_used_at && now.getTime() - Date.parse(token.last_used_at) < 60_000) return;
  await engine.query(
    `update api_tokens set last_used_at = $2::timestamptz where id = (
      select id from api_tokens
      where id = $1::bigint and (last_used_at is null or last_used_at <= $3::timestamptz)
      for update skip locked
    )`,
    [token.id, now.toISOString(), new Date(now.getTime() - 60_000).toISOString()],
  );
}

export interface NewToken {
  readonly accountId: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date;
  /** Made unless given. */
  readonly text?: string;
}

/** Makes a token; its text is nowhere kept. */
export async function createToken(
  engine: Queryable,
  token: NewToken,
  now: Date,
): Promise<{ id: string; text: string }> {
  const text = token.text ?? newTokenText();
  const [made] = await engine.query<{ id: string }>(
    `insert into api_tokens (account_id, user_id, name, hash, scopes, expires_at, created_at, updated_at)
    values ($1::bigint, $2::bigint, $3, decode($4, 'hex'), $5::text[], $6::timestamptz, $7::timestamptz,
      $7::timestamptz)
    returning id`,
    [
      token.accountId,
      token.userId,
      token.name,
      tokenHash(text),
      token.scopes,
      token.expiresAt?.toISOString() ?? null,
      now.toISOString(),
    ],
  );
  return { id: made?.id ?? '', text };
}

/** A token of a person as it is kept: never its text. */
export interface StoredToken {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly user_id: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

/** The columns of a `StoredToken`, of the table as `t`. */
export const storedTokenColumns =
  't.id, t.created_at, t.updated_at, t.name, t.scopes, t.user_id, t.expires_at, t.last_used_at';

/** Of the table as `t`: what has not been revoked and belongs to people. */
export const standingTokens = ['t.account_id = $1::bigint', 't.revoked_at is null', 't.oauth_client_id is null'];

/** A token that stands, expired ones included; locked when it is about to change. */
export async function findStoredToken(
  engine: Queryable,
  { accountId, id }: { accountId: string; id: string },
  lock: '' | 'for update' = '',
): Promise<StoredToken | null> {
  const [found] = await engine.query<StoredToken>(
    `select ${storedTokenColumns} from api_tokens t
    where ${standingTokens.join(' and ')} and t.id = $2::bigint ${lock}`,
    [accountId, id],
  );
  return found ?? null;
}

/** Ends a token at once. */
export const revokeToken = (engine: Queryable, accountId: string, id: string, now: Date): Promise<unknown> =>
  engine.query(
    `update api_tokens set revoked_at = $3::timestamptz, updated_at = $3::timestamptz
    where account_id = $1::bigint and id = $2::bigint and revoked_at is null`,
    [accountId, id, now.toISOString()],
  );
