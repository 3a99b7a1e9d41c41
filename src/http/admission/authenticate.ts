import type { Clock } from '../../clock.ts';
import type { Actor } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRole } from '../../resources/vocabulary/choices.ts';
import type { Row } from '../../resources/resource.ts';
import { longestToken } from '../../resources/vocabulary/secrets.ts';
import type { Store } from '../../store/store.ts';
import { type FoundToken, tokenFinder, touchToken } from '../../store/access/tokens.ts';
import { liveUser } from './acting-user.ts';
import type { Authenticate } from './admission.ts';

/**
 * Authenticates callers. One statement serves all concurrent requests; it reads the token, its owner's account, and
 * the version of that account's directory.
 */
export function authenticator(store: Store, clock: Clock): Authenticate {
  const find = tokenFinder(store, clock);
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

const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail);

const credential = new RegExp(`^(?:bearer +)?(\\S{1,${longestToken}})$`, 'i');

/**
 * The token of an `Authorization` header: `Bearer <token>`, or the token alone.
 * @throws {Refusal} `unauthenticated` if the header has no token.
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
