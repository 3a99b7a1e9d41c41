import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Actor, RequestContext } from '../../records/request-context.ts';
import { checkMediaType } from '../request/body.ts';
import type { ByteBudget, ExpectedAnswers } from '../request/byte-budget.ts';
import type { Guards } from './guards.ts';
import { idempotencyKey } from '../request/idempotency.ts';
import { ifMatchOf, splitTarget } from '../contract/request-head.ts';
import type { Operation } from '../contract/operation.ts';
import type { QueryCheck, SoundQuery } from '../request/query.ts';
import type { Store } from '../../store/store.ts';
import { DatabaseTime } from '../../database/timed-engine.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRole, Scope } from '../../resources/vocabulary/choices.ts';
import type { Row } from '../../resources/resource.ts';
import { longestToken } from '../../resources/vocabulary/secrets.ts';
import { type FoundToken, tokenFinder, touchToken } from '../../store/access/tokens.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { lacksAdminRole, lacksScope } from '../../records/rights.ts';

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

/** Identifies the caller by the `Authorization` header, or throws a `Refusal`. */
export type Authenticate = (authorization: string | undefined) => Promise<Pick<RequestContext, 'actor' | 'directory'>>;

/**
 * Authenticates callers. One statement serves all concurrent requests; it reads the token, its owner's account, and
 * the version of that account's directory.
 */
export function authenticator(store: Store, clock: Clock): Authenticate {
  const find = tokenFinder(store, clock);
  return async (authorization) => {
    const token = await find(tokenText(authorization));
    if (!token) throw unauthenticated('This API token is unknown, expired or revoked.');
    const directory = await store.directories.at(token.account_id, token.directory_version);
    const owner = liveUser(directory, token.user_id);
    if (!owner) throw unauthenticated('The user of this API token is deactivated.');
    await touchToken(store.engine, token, clock.now());
    return { actor: actorOf(token, owner), directory };
  };
}

const unauthenticated = (detail: string): Refusal => new Refusal('unauthenticated', detail);

const credential = new RegExp(`^(?:bearer +)?(\\S{1,${longestToken}})$`, 'i');

/**
 * The token of an `Authorization` header: `Bearer <token>`, or the token alone.
 * @throws {Refusal} `unauthenticated` if the header has no token.
 */
export function tokenText(authorization: string | undefined): string {
  const [, text] = credential.exec(authorization?.trim() ?? '') ?? [];
  if (text === undefined) throw unauthenticated('Send an API token: Authorization: Bearer <token>.');
  return text;
}

const actorOf = (token: FoundToken, owner: Row): Actor => ({
  accountId: token.account_id,
  userId: owner.id,
  role: owner['role'] as UserRole,
  viaUserId: null,
  tokenId: token.id,
  scopes: token.scopes,
  tokenExpiresAt: token.expires_at,
  oauthClientId: token.oauth_client_id,
});

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

/** @throws {Refusal} `forbidden`, naming the scope that the token lacks. */
function checkScope(operation: Operation, { scopes }: Actor): void {
  const needed: Scope[] = operation.adminOnly ? [operation.scope, 'admin'] : [operation.scope];
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing === undefined || (operation.ofOneself && scopes.includes('admin'))) return;
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
