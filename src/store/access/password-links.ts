import type { Queryable } from '../../database/engine.ts';
import type { UserRole } from '../../resources/vocabulary/choices.ts';
import type { OneObject, OneUser } from './managed-objects.ts';
import { tokenHash } from './tokens.ts';

/** A new link with which a user sets a password. */
export interface NewLink extends OneUser {
  readonly text: string;
  readonly expiresAt: Date;
}

/** Stores a link, which replaces the user's earlier one. The caller holds the user's lock. @returns its id. */
export async function insertLink(
  transaction: Queryable,
  { accountId, userId, text, expiresAt }: NewLink,
  now: Date,
): Promise<string> {
  const [made] = await transaction.query<{ id: string }>(
    `with replaced as (
      update api_tokens set revoked_at = $3::timestamptz, updated_at = $3::timestamptz
      where account_id = $1::bigint and user_id = $2::bigint and purpose = 'password_link' and revoked_at is null
    )
    insert into api_tokens (account_id, user_id, name, purpose, hash, scopes, created_at, updated_at, expires_at)
    values ($1::bigint, $2::bigint, 'Password link', 'password_link', decode($4, 'hex'), '{}',
      $3::timestamptz, $3::timestamptz, $5::timestamptz)
    returning id`,
    [accountId, userId, now.toISOString(), tokenHash(text), expiresAt.toISOString()],
  );
  if (!made) throw new Error('a link is not stored');
  return made.id;
}

/** Locks a link. @returns false if it has been used, replaced or ended meanwhile. */
export async function lockLink(transaction: Queryable, { accountId, id }: OneObject): Promise<boolean> {
  const locked = await transaction.query(
    `select 1 as locked from api_tokens
    where account_id = $1::bigint and id = $2::bigint and revoked_at is null for update`,
    [accountId, id],
  );
  return locked.length > 0;
}

/** Locks an active user, as a deactivation does. @returns undefined if there is no such user. */
export async function lockActiveUser(
  transaction: Queryable,
  { accountId, id }: OneObject,
): Promise<{ readonly version: number; readonly role: UserRole } | undefined> {
  const [found] = await transaction.query<{ version: number; role: UserRole }>(
    `select version, role from users
    where account_id = $1::bigint and id = $2::bigint and deleted_at is null for no key update`,
    [accountId, id],
  );
  return found;
}
