import type { Clock } from '../clock.ts';
import type { Actor } from '../records/call.ts';
import { Refusal } from '../refusal.ts';
import type { UserRole } from '../resources/choices.ts';
import type { Row } from '../resources/resource.ts';
import { longestToken } from '../resources/secrets.ts';
import type { Store } from '../store/store.ts';
import { type FoundToken, tokenFinder, touchToken } from '../store/tokens.ts';
import { liveUser } from './acting-user.ts';
import type { Authenticate } from './admission.ts';

/**
 * Finds out who asks, by one statement for all who ask at once: the token, its owner's account, and how new that
 * account's directory is.
 */
export function authenticator(store: Store, clock: Clock): Authenticate {
  const find = tokenFinder(store.engine, clock);
  return async (authorization) => {
    const token = await find(tokenText(authorization));
    if (!token) throw unauthenticated('This API token is unknown, expired or revoked.');
    const directory = await store.directories.at(token.account_id, token.directory_version);
    const owner = liveUser(directory, token.user_id);
    if (!owner) throw unauthenticated('The user of this API token is deactivated.');
    await touchToken(store.engine, token, clock.now());
    return { actor: actorOf(token, owner), directory };
  };
}

const unauthenticated = (detail: string): Refusal =>
  new Refusal('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });

const credential = new RegExp(`^(?:bearer +)?(\\S{1,${longestToken}})$`, 'i');

/**
 * The token of an `Authorization` header: `Bearer <token>`, or the token alone.
 * @throws {Refusal} `unauthenticated` when there is none.
 */
export function tokenText(authorization: string | undefined): string {
  const [, text] = credential.exec(authorization?.trim() ?? '') ?? [];
  if (text === undefined) throw unauthenticated('Send an API token: Authorization: Bearer <token>.');
  return text;
}

const actorOf = (token: FoundToken, owner: Row): Actor => ({
  accountId: token.account_id,
  userId: owner.id,
  role: owner['role'] as UserRole,
  viaUserId: null,
  tokenId: token.id,
  scopes: token.scopes,
  tokenExpiresAt: token.expires_at,
  oauthClientId: token.oauth_client_id,
});
