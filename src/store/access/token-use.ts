import type { Queryable } from '../../database/engine.ts';
import type { FoundToken } from './find-tokens.ts';

/**
 * Writes a token's last use, unless it was written less than a minute ago or another request is writing it. The life of
 * a session begins again. The service writes no use of an access token, because no list shows it.
 */
export async function touchToken(engine: Queryable, token: FoundToken, now: Date): Promise<void> {
  if (token.oauth_client_id !== null) return;
  const last = token.last_used_at ?? (token.purpose === 'session' ? token.created_at : null);
  if (last !== null && now.getTime() - Date.parse(last) < 60_000) return;
  const { idle_seconds: idle } = token;
  const end = idle === null ? null : new Date(now.getTime() + idle * 1000).toISOString();
  const use = [token.account_id, token.id, now.toISOString(), end];
  if (token.last_used_at === null) await engine.query(firstUse, use);
  else await engine.query(laterUse, [...use, new Date(now.getTime() - 60_000).toISOString()]);
}

const firstUse = `insert into token_uses (account_id, token_id, last_used_at, expires_at)
  values ($1::bigint, $2::bigint, $3::timestamptz, $4::timestamptz) on conflict do nothing`;

const laterUse = `update token_uses set last_used_at = $3::timestamptz, expires_at = $4::timestamptz
  where account_id = $1::bigint and token_id = (
    select token_id from token_uses
    where account_id = $1::bigint and token_id = $2::bigint and last_used_at <= $5::timestamptz
    for update skip locked
  )`;
