import type { Actor } from '../records/call.ts';
import { Refusal } from '../refusal.ts';
import type { Scope } from '../resources/choices.ts';
import type { Operation } from './operation.ts';

/** @throws {Refusal} `forbidden`, naming the scope or the role that is missing. */
export function checkPermission(operation: Operation, actor: Actor): void {
  const needed: Scope[] = operation.adminOnly ? [operation.scope, 'admin'] : [operation.scope];
  const missing = needed.find((scope) => !actor.scopes.includes(scope));
  if (missing !== undefined) throw lacksScope(missing);
  if (operation.adminOnly && actor.role !== 'admin') {
    throw new Refusal('forbidden', 'Only a user with the role admin may do this.', {
      members: { required_role: 'admin' },
    });
  }
  if (operation.method !== 'GET' && actor.role === 'viewer') {
    throw new Refusal('forbidden', 'A user with the role viewer only reads.', { members: { required_role: 'member' } });
  }
}

function lacksScope(scope: Scope): Refusal {
  return new Refusal('forbidden', `The token lacks the scope ${scope}.`, {
    members: { required_scope: scope },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
