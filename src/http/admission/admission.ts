import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Actor, RequestContext } from '../../records/request-context.ts';
import { actorFor, type Authenticate, checkRole, checkScope } from './caller.ts';
import { checkMediaType } from '../request/body.ts';
import type { ByteBudget, ExpectedAnswers } from '../request/byte-budget.ts';
import type { Guards } from './guards.ts';
import { idempotencyKey } from '../request/idempotency.ts';
import { ifMatchOf, splitTarget } from '../contract/request-head.ts';
import type { Operation } from '../contract/operation.ts';
import type { QueryCheck, SoundQuery } from '../request/query.ts';
import type { Store } from '../../store/store.ts';
import { DatabaseTime } from '../../database/timed-engine.ts';

/** The dependencies of the checks before every operation. */
export interface Gate {
  readonly guards: Guards;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly store: Store;
  /** Bytes of responses that clients have not read yet, by account. */
  readonly answers: ByteBudget;
  /** The expected responses of changes in progress. */
  readonly expected: ExpectedAnswers;
}

/** The result of the checks that run before the body is read. */
export interface Admission extends Pick<RequestContext, 'actor' | 'directory' | 'at'>, SoundQuery {
  readonly idempotencyKey: string | undefined;
  readonly ifMatch: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log; `null` until the credential is authenticated. */
    actor: Actor | null;
    admission: Admission | null;
    databaseTime: DatabaseTime | null;
  }
}

/**
 * Runs every check that precedes the body, in the documented order:
 * credential, rate, scope, acting user, role, query, idempotency key, condition, content type.
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  by: Gate & { operation: Operation; checkQuery: QueryCheck },
): Promise<void> {
  const at = by.clock.now();
  const { authorization } = request.headers;
  const authenticating = () => databaseTimeOf(request).during(() => by.authenticate(authorization));
  const caller = await by.guards.proving(authorization, request.ip, authenticating);
  request.actor = caller.actor;
  reply.headers(by.guards.admitToken(caller.actor));
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

/** The result of `admit`. Only an operation's handler calls this. */
export function admissionOf(request: FastifyRequest): Admission {
  if (request.admission === null) throw new TypeError('The request was handled before it was admitted.');
  return request.admission;
}

/** The time that a request has waited for the database so far. */
export const databaseTimeOf = (request: FastifyRequest): DatabaseTime => (request.databaseTime ??= new DatabaseTime());
