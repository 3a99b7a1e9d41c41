import type { Clock } from '../../clock.ts';
import { DatabaseTime } from '../../database/database-time.ts';
import type { Actor, RequestContext } from '../../records/request-context.ts';
import type { Store } from '../../store/store.ts';
import type { Credential } from '../contract/credential.ts';
import type { RequestHead } from '../contract/request-head.ts';
import type { SoundQuery } from '../request/query.ts';
import type { Guards } from './guards.ts';

/** The dependencies of the checks before every operation. */
export interface Gate {
  readonly guards: Guards;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly store: Store;
}

/** The result of the checks that run before the body is read. */
export interface Admission extends Pick<RequestContext, 'actor' | 'directory' | 'at' | 'source'>, SoundQuery {
  readonly idempotencyKey: string | undefined;
  readonly ifMatch: string | undefined;
  readonly credential: Credential;
}

/** A request on its way to its operation. A request of Fastify has the same keys. */
export interface RequestUnderWay extends RequestHead {
  /** For the log; `null` until the credential is authenticated. */
  actor: Actor | null;
  admission: Admission | null;
  databaseTime: DatabaseTime | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: RequestUnderWay['actor'];
    admission: RequestUnderWay['admission'];
    databaseTime: RequestUnderWay['databaseTime'];
  }
}

/** Takes the headers of an answer that is not made yet. A reply of Fastify does so. */
export interface AnswerHead {
  headers(more: Readonly<Record<string, string>>): unknown;
}

/** The result of `admit`. Only an operation's handler calls this. */
export function admissionOf(request: RequestUnderWay): Admission {
  if (request.admission === null) throw new TypeError('The request was handled before it was admitted.');
  return request.admission;
}

/** The time that a request has waited for the database so far. */
export const databaseTimeOf = (request: RequestUnderWay): DatabaseTime => (request.databaseTime ??= new DatabaseTime());

/** The caller of a request, with the credential that identifies it. */
export type Caller = Pick<Admission, 'actor' | 'directory' | 'source' | 'credential'>;

/**
 * Identifies the caller by a credential, or throws a `Refusal`.
 * @param isStillOpen whether the request is a stream that was admitted before. Otherwise an open page would keep its
 * session alive for ever.
 */
export type Authenticate = (credential: Credential | undefined, isStillOpen?: boolean) => Promise<Caller>;
