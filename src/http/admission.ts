import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Actor, Call } from '../records/call.ts';
import { Refusal } from '../refusal.ts';
import { checkMediaType } from './body.ts';
import type { Guards } from './guards.ts';
import { idempotencyKey } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { checkPermission } from './permission.ts';
import type { QueryCheck } from './query.ts';
import { splitTarget } from './request-target.ts';

export interface Credential {
  readonly authorization: string | undefined;
  /** The header `Plumbline-Acting-User`. */
  readonly actingUserId: string | undefined;
}

/** Finds out who asks, or throws a `Refusal`. */
export type Authenticate = (credential: Credential) => Promise<Pick<Call, 'actor' | 'directory'>>;

/** What stands before every operation. */
export interface Gate {
  readonly guards: Guards;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
}

/** What is known of a request before its body is read. */
export interface Admission extends Pick<Call, 'actor' | 'directory' | 'at'> {
  readonly query: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
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
 * credential, rate, scope, query, idempotency key, content type.
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  by: Gate & { operation: Operation; checkQuery: QueryCheck },
): Promise<void> {
  const at = by.clock.now();
  const { authorization } = request.headers;
  const actingUserId = singleHeader(request, 'plumbline-acting-user');
  const caller = await by.guards.proving(authorization, request.ip, () =>
    by.authenticate({ authorization, actingUserId }),
  );
  request.actor = caller.actor;
  reply.headers(by.guards.admitToken(caller.actor.tokenId));
  checkPermission(by.operation, caller.actor);
  const query = by.checkQuery(splitTarget(request.raw.url ?? '/').query);
  const changes = by.operation.method !== 'GET';
  const key = changes ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  if (by.operation.method === 'POST' || by.operation.method === 'PATCH') checkMediaType(request.headers);
  request.admission = { ...caller, at, query, idempotencyKey: key };
}

/** What `admit` has found out; only an operation's handler asks. */
export function admissionOf(request: FastifyRequest): Admission {
  if (request.admission === null) throw new TypeError('The request was handled before it was admitted.');
  return request.admission;
}

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new Refusal('invalid_query', `The header ${name} must be given once.`, {
    problems: [{ parameter: name, code: 'duplicate', message: 'must be given once' }],
  });
}
