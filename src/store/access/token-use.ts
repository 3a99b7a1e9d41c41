import type { Queryable } from '../../database/engine.ts';
import type { FoundToken } from './tokens.ts';

/**
 * Writes a token's last use, unless it was written less than a minute ago or another request is writing it. The life of
 * a session begins again.
 */
export async function touchToken(engine: Queryable, token: FoundToken, now: Date): Promise<void> {
  if (token.last_used_at && now.getTime() - Date.parse(token.last_used_at) < 60_000) return;
  await engine.query(
    `update api_tokens set last_used_at = $2::timestamptz,
      expires_at = coalesce($2::timestamptz + idle_seconds * interval '1 second', expires_at)
    where id = (
      select id from api_tokens
      where id = $1::bigint and (last_used_at is null or last_used_at <= $3::timestamptz)
      for update skip locked
    )`,
    [token.id, now.toISOString(), new Date(now.getTime() - 60_000).toISOString()],
  );
}
