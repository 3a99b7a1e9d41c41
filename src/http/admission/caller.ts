import type { Clock } from '../../clock.ts';
import type { Actor, RequestContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRole, Scope } from '../../resources/vocabulary/choices.ts';
import type { Row } from '../../resources/resource.ts';
import { longestToken } from '../../resources/vocabulary/secrets.ts';
import type { Store } from '../../store/store.ts';
import { type FoundToken, tokenFinder, touchToken } from '../../store/access/tokens.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { lacksAdminRole, lacksScope } from '../../records/rights.ts';
import type { Operation } from '../contract/operation.ts';

/** Identifies the caller by the `Authorization` header, or throws a `Refusal`. */
export type Authenticate = (authorization: string | undefined) => Promise<Pick<RequestContext, 'actor' | 'directory'>>;

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

/** The user with this id, or `undefined` if the user is unknown or deactivated. */
function liveUser(directory: Directory, id: string): Row | undefined {
  const user = directory.entries('users').get(id);
  return user?.deleted_at === null ? user : undefined;
}

/**
 * The acting user: the token's owner, or the user of the account that the header `Plumbline-Acting-User` names.
 * @throws {Refusal} `forbidden` or `invalid_query`. The credential itself is already authenticated.
 */
export function actorFor(caller: Pick<RequestContext, 'actor' | 'directory'>, actingUserId: string | undefined): Actor {
  const { actor: owner, directory } = caller;
  if (actingUserId === undefined || actingUserId === owner.userId) return owner;
  if (!owner.scopes.includes('admin') || owner.role !== 'admin') {
    throw new Refusal(
      'forbidden',
      'To act as another user, a token needs the scope admin and must belong to an admin.',
    );
  }
  const user = liveUser(directory, actingUserId);
  if (user) return { ...owner, userId: user.id, role: user['role'] as UserRole, viaUserId: owner.userId };
  const message = 'is not the id of a user of the account';
  throw new Refusal('invalid_query', `Plumbline-Acting-User ${message}.`, {
    problems: [{ parameter: 'Plumbline-Acting-User', code: 'invalid_reference', message }],
  });
}

/** @throws {Refusal} `forbidden`, naming the scope that the token lacks. */
export function checkScope(operation: Operation, { scopes }: Actor): void {
  const needed: Scope[] = operation.adminOnly ? [operation.scope, 'admin'] : [operation.scope];
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing === undefined || (operation.ofOneself && scopes.includes('admin'))) return;
  throw lacksScope(missing);
}

/** @throws {Refusal} `forbidden`, naming the role that the acting user lacks. */
export function checkRole(operation: Operation, { role }: Actor): void {
  if (operation.adminOnly && role !== 'admin') throw lacksAdminRole();
  if (operation.method !== 'GET' && role === 'viewer' && !operation.ofOneself) {
    throw new Refusal('forbidden', 'A user with the role viewer can only read.', {
      members: { required_role: 'member' },
    });
  }
}
