import type { Actor, RequestContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import type { UserRole, TokenScope } from '../../resources/vocabulary/choices.ts';
import { lacksAdminRole, lacksScope } from '../../records/rights.ts';
import { directoryVersion } from '../contract/answer.ts';
import { isHttps } from '../contract/service-url.ts';
import { refuseCrossSite } from '../request/same-origin.ts';
import { checkMediaType } from '../contract/media-type.ts';
import { credentialOf } from '../contract/credential.ts';
import { ifMatchOf } from '../contract/conditions.ts';
import { splitTarget } from '../contract/request-target.ts';
import type { Operation } from '../contract/operation.ts';
import type { QueryCheck } from '../request/query.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { liveUser } from './authenticate.ts';
import { type AnswerHead, type Caller, databaseTimeOf, type Gate, type RequestUnderWay } from './request-under-way.ts';

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
  const authenticated = async (): Promise<Caller> => {
    const caller = await databaseTimeOf(request).during(() => by.authenticate(credential));
    request.actor = caller.actor;
    answer.headers(directoryVersion(caller.directory.version));
    return caller;
  };
  const { caller, headers } = await by.guards.admitCaller(credential?.text, request.ip, authenticated);
  answer.headers(headers);
  checkScope(operation, caller.actor);
  const actor = actorFor(caller, request.headers['plumbline-acting-user']?.toString());
  checkRole(operation, actor);
  const { query, handle } = checkQuery(splitTarget(request.url).query, caller.directory, at);
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
