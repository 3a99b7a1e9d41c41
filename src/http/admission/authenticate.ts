import type { Clock } from '../../clock.ts';
import type { Actor } from '../../records/request-context.ts';
import { scopesOfRole } from '../../records/rights.ts';
import { Refusal } from '../../refusal.ts';
import type { Row } from '../../resources/resource.ts';
import type { UserRole } from '../../resources/vocabulary/choices.ts';
import { type FoundToken, tokenFinder } from '../../store/access/find-tokens.ts';
import { touchToken } from '../../store/access/token-use.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Store } from '../../store/store.ts';
import type { Authenticate } from './request-under-way.ts';

/**
 * Authenticates callers. One statement serves all concurrent requests of an account; it reads the tokens and sessions, and
 * the version of the account's directory.
 */
export function authenticator(store: Store, clock: Clock): Authenticate {
  const find = tokenFinder(store, clock);
  return async (credential, isStillOpen = false) => {
    if (!credential) throw unauthenticated('Send an API token: Authorization: Bearer <token>. A browser signs in.');
    const { text, isSession } = credential;
    const token = await find(text);
    if (!token || token.purpose !== (isSession ? 'session' : null)) throw unauthenticated(unknown(isSession));
    const directory = await store.directories.at(token.account_id, token.directory_version);
    const owner = liveUser(directory, token.user_id);
    if (!owner) throw unauthenticated('The user of this API token is deactivated.');
    if (!isSession || !isStillOpen) await touchToken(store.engine, token, clock.now());
    return { actor: actorOf(token, owner), directory, source: isSession ? 'ui' : 'api', credential };
  };
}

const unknown = (isSession: boolean): string =>
  isSession ? 'The session has ended: sign in again.' : 'This API token is unknown, expired or revoked.';

const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail);

function actorOf(token: FoundToken, owner: Row): Actor {
  const role = owner['role'] as UserRole;
  const isSession = token.purpose === 'session';
  return {
    accountId: token.account_id,
    userId: owner.id,
    role,
    viaUserId: null,
    tokenId: token.id,
    scopes: isSession ? scopesOfRole[role] : token.scopes,
    // A credential may outlive the session in which a user creates it, but not its token.
    tokenExpiresAt: isSession ? null : token.expires_at,
    oauthClientId: token.oauth_client_id,
    isSession,
  };
}

/** The user with this id, or `undefined` if the user is unknown or deactivated. */
export function liveUser(directory: Directory, id: string): Row | undefined {
  const user = directory.entries('users').get(id);
  return user?.deleted_at === null ? user : undefined;
}
