import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Actor, Call } from '../records/call.ts';
import { actorFor } from './acting-user.ts';
import { checkMediaType } from './body.ts';
import type { Guards } from './guards.ts';
import { idempotencyKey } from './idempotency.ts';
import { ifMatchOf } from './if-match.ts';
import type { Operation } from './operation.ts';
import { checkRole, checkScope } from './permission.ts';
import type { QueryCheck, SoundQuery } from './query.ts';
import { splitTarget } from './request-target.ts';

/** Finds out whose credential the header `Authorization` holds, or throws a `Refusal`. */
export type Authenticate = (authorization: string | undefined) => Promise<Pick<Call, 'actor' | 'directory'>>;

/** What stands before every operation. */
export interface Gate {
  readonly guards: Guards;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
}

/** What is known of a request before its body is read. */
export interface Admission extends Pick<Call, 'actor' | 'directory' | 'at'>, SoundQuery {
  readonly idempotencyKey: string | undefined;
  readonly ifMatch: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log; `null` until the credential has been found good. */
    actor: Actor | null;
    admission: Admission | null;
  }
}

/**
 * Everything that is checked before the body is read, in the order that clients are promised:
 * credential, rate, scope, acting user, role, query, idempotency key, condition, content type.
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  by: Gate & { operation: Operation; checkQuery: QueryCheck },
): Promise<void> {
  const at = by.clock.now();
  const { authorization } = request.headers;
  const caller = await by.guards.proving(authorization, request.ip, () => by.authenticate(authorization));
  request.actor = caller.actor;
  reply.headers(by.guards.admitToken(caller.actor.tokenId));
  checkScope(by.operation, caller.actor);
  const actor = actorFor(caller, request.headers['plumbline-acting-user']?.toString());
  checkRole(by.operation, actor);
  const sound = by.checkQuery(splitTarget(request.raw.url ?? '/').query, caller.directory);
  const changes = by.operation.method !== 'GET';
  const key = changes ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const ifMatch = ifMatchOf(by.operation, request.headers['if-match']);
  if (changes) checkMediaType(request.headers);
  request.admission = { ...caller, actor, at, ...sound, idempotencyKey: key, ifMatch };
}

/** What `admit` has found out; only an operation's handler asks. */
export function admissionOf(request: FastifyRequest): Admission {
  if (request.admission === null) throw new TypeError('The request was handled before it was admitted.');
  return request.admission;
}
