import type { Clock } from '../../clock.ts';
import type { Actor, RequestContext } from '../../records/request-context.ts';
import type { Guards } from './guards.ts';
import { idempotencyKey } from '../request/idempotency.ts';
import { directoryVersion } from '../contract/answer.ts';
import type { RequestHead } from '../contract/request-head.ts';
import { isHttps } from '../contract/service-url.ts';
import { refuseCrossSite } from '../request/same-origin.ts';
import { checkMediaType } from '../contract/media-type.ts';
import { type Credential, credentialOf } from '../contract/credential.ts';
import { ifMatchOf } from '../contract/conditions.ts';
import { splitTarget } from '../contract/request-target.ts';
import type { Operation } from '../contract/operation.ts';
import type { QueryCheck, SoundQuery } from '../request/query.ts';
import type { Store } from '../../store/store.ts';
import { DatabaseTime } from '../../database/database-time.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRole, TokenScope } from '../../resources/vocabulary/choices.ts';
import type { Row } from '../../resources/resource.ts';
import { type FoundToken, tokenFinder, touchToken } from '../../store/access/tokens.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { lacksAdminRole, lacksScope, scopesOfRole } from '../../records/rights.ts';

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

/** An operation, its checks, and what they depend on. */
interface Admitting {
  readonly operation: Operation;
  readonly checkQuery: QueryCheck;
  readonly gate: Gate;
}

/**
 * Runs every check that precedes the body, in the documented order: origin,
 * credential, rate, scope, acting user, role, query, idempotency key, condition, content type.
 */
export async function admit(
  request: RequestUnderWay,
  answer: AnswerHead,
  { operation, checkQuery, gate: by }: Admitting,
): Promise<void> {
  const at = by.clock.now();
  const changes = operation.method !== 'GET';
  const credential = credentialOf(request.headers, isHttps(request));
  if (changes && credential?.isSession) refuseCrossSite(request);
  const authenticating = () => databaseTimeOf(request).during(() => by.authenticate(credential));
  const caller = await by.guards.proving(credential?.text, request.ip, authenticating);
  request.actor = caller.actor;
  answer.headers(directoryVersion(caller.directory.version));
  answer.headers(by.guards.admitToken(caller.actor));
  checkScope(operation, caller.actor);
  const actor = actorFor(caller, request.headers['plumbline-acting-user']?.toString());
  checkRole(operation, actor);
  const { query, handle } = checkQuery(splitTarget(request.url).query, caller.directory);
  const key = changes ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const ifMatch = ifMatchOf(operation, request.headers['if-match']);
  // An operation that takes a file checks the type of its body itself.
  if (changes && !operation.upload) checkMediaType(request.headers);
  // Without spreads, V8 promotes half as many objects of a request to the old generation.
  const { directory, source, credential: accepted } = caller;
  request.admission = {
    actor,
    directory,
    source,
    credential: accepted,
    at,
    query,
    handle,
    idempotencyKey: key,
    ifMatch,
  };
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

/**
 * Authenticates callers. One statement serves all concurrent requests; it reads the token or the session, its owner's
 * account, and the version of that account's directory.
 */
export function authenticator(store: Store, clock: Clock): Authenticate {
  const find = tokenFinder(store, clock);
  return async (credential, isStillOpen = false) => {
    if (!credential) throw unauthenticated('Send an API token: Authorization: Bearer <token>. A browser signs in.');
    const { text, isSession } = credential;
    const token = await find(text);
    if (!token || token.purpose !== (isSession ? 'session' : null)) throw unauthenticated(unknown(isSession));
    const directory = await store.directories.at(token.account_id, token.directory_version);
    const owner = liveUser(directory, token.user_id);
    if (!owner) throw unauthenticated('The user of this API token is deactivated.');
    if (!isSession || !isStillOpen) await touchToken(store.engine, token, clock.now());
    return { actor: actorOf(token, owner), directory, source: isSession ? 'ui' : 'api', credential };
  };
}

const unknown = (isSession: boolean): string =>
  isSession ? 'The session has ended: sign in again.' : 'This API token is unknown, expired or revoked.';

const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail);

function actorOf(token: FoundToken, owner: Row): Actor {
  const role = owner['role'] as UserRole;
  const isSession = token.purpose === 'session';
  return {
    accountId: token.account_id,
    userId: owner.id,
    role,
    viaUserId: null,
    tokenId: token.id,
    scopes: isSession ? scopesOfRole[role] : token.scopes,
    // A credential may outlive the session in which a user creates it, but not its token.
    tokenExpiresAt: isSession ? null : token.expires_at,
    oauthClientId: token.oauth_client_id,
    isSession,
  };
}

/** The user with this id, or `undefined` if the user is unknown or deactivated. */
function liveUser(directory: Directory, id: string): Row | undefined {
  const user = directory.entries('users').get(id);
  return user?.deleted_at === null ? user : undefined;
}

/**
 * The acting user: the token's owner, or the user of the account that the header `Plumbline-Acting-User` names.
 * @throws {Refusal} `forbidden` or `invalid_query`. The credential itself is already authenticated.
 */
function actorFor(caller: Pick<RequestContext, 'actor' | 'directory'>, actingUserId: string | undefined): Actor {
  const { actor: owner, directory } = caller;
  if (actingUserId === undefined || actingUserId === owner.userId) return owner;
  if (!owner.scopes.includes('admin') || owner.role !== 'admin') {
    throw new Refusal(
      'forbidden',
      'To act as another user, a token needs the scope admin and must belong to an admin.',
    );
  }
  const user = liveUser(directory, actingUserId);
  if (user) return { ...owner, userId: user.id, role: user['role'] as UserRole, viaUserId: owner.userId };
  const message = 'is not the id of a user of the account';
  throw new Refusal('invalid_query', `Plumbline-Acting-User ${message}.`, {
    problems: [{ parameter: 'Plumbline-Acting-User', code: 'invalid_reference', message }],
  });
}

/**
 * Checks the scopes of a token. Those of a session follow from the role.
 * @throws {Refusal} `forbidden`, naming the scope that the token lacks.
 */
function checkScope(operation: Operation, { scopes, isSession }: Actor): void {
  if (isSession) return;
  const needed: TokenScope[] = operation.adminOnly ? [operation.scope, 'admin'] : [operation.scope];
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing === undefined || (operation.ofOneself === 'and others' && scopes.includes('admin'))) return;
  throw lacksScope(missing);
}

/** @throws {Refusal} `forbidden`, naming the role that the acting user lacks. */
function checkRole(operation: Operation, { role }: Actor): void {
  if (operation.adminOnly && role !== 'admin') throw lacksAdminRole();
  if (operation.method !== 'GET' && role === 'viewer' && !operation.ofOneself) {
    throw new Refusal('forbidden', 'A user with the role viewer can only read.', {
      members: { required_role: 'member' },
    });
  }
}
