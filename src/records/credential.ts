import type { Problem } from '../refusal.ts';
import { Refusal } from '../refusal.ts';
import { type Scope, scopes } from '../resources/choices.ts';
import type { Actor } from './call.ts';
import { matches } from './stale.ts';

/** A credential makes none wider than itself. @param pointer of the list of scopes. */
export function scopeProblems(given: readonly Scope[], actor: Actor, pointer: string): Problem[] {
  const allowed = scopes.filter((scope) => actor.scopes.includes(scope));
  return given.flatMap((scope, index): Problem[] => {
    if (actor.scopes.includes(scope)) return [];
    const message = `must be a scope of the token that asks: ${allowed.join(', ')}`;
    return [{ pointer: `${pointer}/${index}`, code: 'not_allowed', message, allowed }];
  });
}

/** Scopes in the order in which they are always shown. */
export const inOrder = (given: readonly Scope[]): Scope[] => scopes.filter((scope) => given.includes(scope));

/** @throws {Refusal} `stale` when the header `If-Match` names another version. */
export function refuseOtherVersion(ifMatch: string | undefined, version: number, what: string): void {
  if (ifMatch === undefined || matches(ifMatch, version)) return;
  throw new Refusal('stale', `The ${what} was changed since you read it; it is now version "${version}".`, {
    headers: { ETag: `"${version}"` },
  });
}
