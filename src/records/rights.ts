import { Refusal } from '../refusal.ts';
import type { Scope } from '../resources/choices.ts';
import type { Actor } from './call.ts';

/** The refusal of a token without a scope that it needs. */
export const lacksScope = (scope: Scope): Refusal =>
  new Refusal('forbidden', `The token lacks the scope ${scope}.`, {
    members: { required_scope: scope },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });

/** The refusal of a user who is no admin. */
export const lacksAdminRole = (): Refusal =>
  new Refusal('forbidden', 'Only a user with the role admin may do this.', { members: { required_role: 'admin' } });

/** Whether somebody sees and ends what belongs to other people too. */
export const isFullAdmin = ({ scopes, role }: Actor): boolean => scopes.includes('admin') && role === 'admin';

/**
 * Lets somebody at what belongs to a user: at their own with the scope of the operation, at another's as an admin.
 * @throws {Refusal} `forbidden`, naming what is missing.
 */
export function checkOwner(actor: Actor, userId: string, ownScope: Scope): void {
  const needed = userId === actor.userId ? ownScope : 'admin';
  if (!actor.scopes.includes(needed)) throw lacksScope(needed);
  if (userId !== actor.userId && actor.role !== 'admin') throw lacksAdminRole();
}

/** @throws {Refusal} `forbidden`: what an OAuth client makes would outlive its deletion. */
export function refuseOauthClient({ oauthClientId }: Actor): void {
  if (!oauthClientId) return;
  throw new Refusal('forbidden', 'The access token of an OAuth client makes no credentials: use an API token.');
}
