import type { Actor } from '../../records/request-context.ts';
import { lacksAdminRole, lacksScope } from '../../records/rights.ts';
import { Refusal } from '../../refusal.ts';
import type { Scope } from '../../resources/vocabulary/choices.ts';
import type { Operation } from '../contract/operation.ts';

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
