import type { Scope } from '../resources/choices.ts';
import type { Queryable } from './engine.ts';
import { newTokenText, tokenHash } from './token-text.ts';

/** What one statement tells of a token that is neither revoked nor expired. */
export interface FoundToken {
  readonly id: string;
  readonly account_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly last_used_at: string | null;
  /** Of the account, as it stands now. */
  readonly directory_version: string;
}

/** The token of a text, with the version of its account's directory; null when it is unknown, revoked or expired. */
export async function findToken(engine: Queryable, text: string, now: Date): Promise<FoundToken | null> {
  const [found] = await engine.query<FoundToken>(
    `select t.id, t.account_id, t.user_id, t.scopes, t.last_used_at, a.directory_version
    from api_tokens t join accounts a on a.id = t.account_id
    where t.hash = decode($1, 'hex') and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > $2::timestamptz)`,
    [tokenHash(text), now.toISOString()],
  );
  return found ?? null;
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
    `insert into api_tokens (account_id, user_id, name, hash, scopes, expires_at, created_at)
    values ($1::bigint, $2::bigint, $3, decode($4, 'hex'), $5::text[], $6::timestamptz, $7::timestamptz) returning id`,
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

/** A token of an account as listed on the command line: never its text. */
export interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** Every token of an account, the newest first. */
export const listTokens = (engine: Queryable, accountId: string): Promise<ListedToken[]> =>
  engine.query<ListedToken>(
    `select id, name, user_id, scopes, created_at, last_used_at, expires_at, revoked_at
    from api_tokens where account_id = $1::bigint order by id desc`,
    [accountId],
  );

/** Ends a token at once; false when the account has no such live token. */
export async function revokeToken(engine: Queryable, accountId: string, id: string, now: Date): Promise<boolean> {
  const ended = await engine.query(
    `update api_tokens set revoked_at = $3::timestamptz
    where account_id = $1::bigint and id = $2::bigint and revoked_at is null returning id`,
    [accountId, id, now.toISOString()],
  );
  return ended.length > 0;
}
