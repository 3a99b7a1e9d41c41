import type { Problem } from '../../refusal.ts';
import { Refusal } from '../../refusal.ts';
import { type Scope, scopes } from '../../resources/vocabulary/choices.ts';
import type { Actor } from '../request-context.ts';

/** The problems of scopes that the acting credential lacks. @param pointer of the list of scopes. */
export function scopeProblems(given: readonly Scope[], actor: Actor, pointer: string): Problem[] {
  const allowed = scopes.filter((scope) => actor.scopes.includes(scope));
  return given.flatMap((scope, index): Problem[] => {
    if (actor.scopes.includes(scope)) return [];
    const message = `must be a scope of the requesting token: ${allowed.join(', ')}`;
    return [{ pointer: `${pointer}/${index}`, code: 'not_allowed', message, allowed }];
  });
}

/** The scopes in display order. */
export const inOrder = (given: readonly Scope[]): Scope[] => scopes.filter((scope) => given.includes(scope));

/** @throws {Refusal} `stale` if the version is not one of the versions that the client has read. */
export function refuseOtherVersion(versions: readonly number[] | undefined, version: number, what: string): void {
  if (versions === undefined || versions.includes(version)) return;
  throw new Refusal('stale', `The ${what} was changed since you read it; it is now version "${version}".`, { version });
}
