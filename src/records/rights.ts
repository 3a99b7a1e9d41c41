import { Refusal, type Problem } from '../refusal.ts';
import { type TokenScope, scopes, type UserRole } from '../resources/vocabulary/choices.ts';
import type { Actor } from './request-context.ts';

/** The scopes of a session, by the role of its user. */
export const scopesOfRole: Readonly<Record<UserRole, readonly TokenScope[]>> = {
  viewer: ['read'],
  member: ['read', 'write'],
  admin: scopes,
};

/** The refusal of a token without a scope that it needs. */
export const lacksScope = (scope: TokenScope): Refusal =>
  new Refusal('forbidden', `The token lacks the scope ${scope}.`, { members: { required_scope: scope } });

/** The refusal of a user who is not an admin. */
export const lacksAdminRole = (): Refusal =>
  new Refusal('forbidden', 'Only a user with the role admin may do this.', { members: { required_role: 'admin' } });

/**
 * The refusal of a credential that is narrower than a sign-in of a user with this role: that of an OAuth client, and a
 * token that lacks a scope of the role or expires. Undefined for others, and for every session.
 */
export function narrowerThan(role: UserRole, actor: Actor): Refusal | undefined {
  if (actor.oauthClientId) return oauthClientCannot('let users sign in');
  // The scopes of a session follow from the role.
  if (actor.isSession) return undefined;
  const missing = scopesOfRole[role].find((scope) => !actor.scopes.includes(scope));
  if (missing !== undefined) return lacksScope(missing);
  if (!actor.tokenExpiresAt) return undefined;
  return new Refusal('forbidden', 'A token that expires cannot let users sign in: use one that does not, or sign in.');
}

/** Whether the actor may see and end other users' objects. */
export const isFullAdmin = ({ scopes, role }: Actor): boolean => scopes.includes('admin') && role === 'admin';

/**
 * Checks access to an object of a user. The actor needs the operation's scope for an own object, and the scope and the
 * role `admin` for another user's.
 * @throws {Refusal} `forbidden` with the missing scope or role.
 */
export function checkOwner(actor: Actor, userId: string, ownScope: TokenScope): void {
  const needed = userId === actor.userId ? ownScope : 'admin';
  // The scopes of a session follow from the role.
  if (!actor.isSession && !actor.scopes.includes(needed)) throw lacksScope(needed);
  if (userId !== actor.userId && actor.role !== 'admin') throw lacksAdminRole();
}

/**
 * @param what by default credentials: those that an OAuth client creates would outlive the client.
 * @throws {Refusal} `forbidden`
 */
export function refuseOauthClient({ oauthClientId }: Actor, what = 'create credentials'): void {
  if (oauthClientId) throw oauthClientCannot(what);
}

const oauthClientCannot = (what: string): Refusal =>
  new Refusal('forbidden', `The access token of an OAuth client cannot ${what}: use an API token.`);

/** The problems of scopes that the acting credential lacks. @param pointer of the list of scopes. */
export function scopeProblems(given: readonly TokenScope[], actor: Actor, pointer: string): Problem[] {
  const allowed = scopes.filter((scope) => actor.scopes.includes(scope));
  return given.flatMap((scope, index): Problem[] => {
    if (actor.scopes.includes(scope)) return [];
    const message = `must be a scope of the requesting token: ${allowed.join(', ')}`;
    return [{ pointer: `${pointer}/${index}`, code: 'not_allowed', message, allowed }];
  });
}

/** The scopes in display order. */
export const inOrder = (given: readonly TokenScope[]): TokenScope[] => scopes.filter((scope) => given.includes(scope));
