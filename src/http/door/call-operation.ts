import { Readable } from 'node:stream';
import { TimedEngine } from '../../database/timed-engine.ts';
import type { Log } from '../../log.ts';
import type { AnswerRoom, StoreContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import {
  admissionOf,
  type AnswerHead,
  type Gate,
  databaseTimeOf,
  type RequestUnderWay,
} from '../admission/request-under-way.ts';
import { traceFailedSignIn } from '../admission/failed-sign-in.ts';
import { type Answer, directoryVersion } from '../contract/answer.ts';
import { type Operation, type OperationRequest, servedPaths, type Upload } from '../contract/operation.ts';
import { isHttps } from '../contract/service-url.ts';
import { logFailure } from '../errors/problem-details.ts';
import { parseBody } from '../request/body.ts';
import { readRows } from '../request/bulk-text.ts';
import { type QueryCheck, queryCheck } from '../request/query.ts';
import { browserOf } from '../request/user-agent.ts';
import { requestKeyOf } from './request-key.ts';

/** An operation at one of its paths. */
export interface OperationRoute {
  readonly operation: Operation;
  /** The path of the route: `/projects.csv`. */
  readonly path: string;
  /** The path parameters whose values are a part of the route. */
  readonly values: Readonly<Record<string, string>>;
  readonly checkQuery: QueryCheck;
  readonly gate: Gate;
}

/** The routes of an operation. */
export function routesOf(operation: Operation, gate: Gate): OperationRoute[] {
  const checkQuery = queryCheck(operation);
  return servedPaths(operation).map(({ path, values }) => ({ operation, path, values, checkQuery, gate }));
}

/** An admitted request, with its body. A request of Fastify has the same keys. */
export interface ReceivedRequest extends RequestUnderWay {
  /** The parameters in the path. */
  readonly params: unknown;
  /** Bytes, or a file while it arrives. Undefined as soon as it is parsed, to release the bytes. */
  body: unknown;
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>;
}

/** The client of a call. */
export interface CallClient {
  /** Counts the bytes of the answer. */
  readonly room?: AnswerRoom;
  /** Milliseconds without a byte of a file after which the service gives up. */
  readonly stall: number;
  /** Tells when the client disconnects. */
  readonly gone: () => AbortSignal;
}

/** The version of the directory that the request's change has made. */
interface DirectoryNews {
  version?: string;
}

/** Carries out the operation of an admitted request. @param head takes the headers that precede those of the answer. */
export async function callOperation(
  route: OperationRoute,
  request: ReceivedRequest,
  head: AnswerHead,
  client: CallClient,
): Promise<Answer> {
  const { handle } = admissionOf(request);
  const news: DirectoryNews = {};
  const context = contextOf(request, route.gate, client.room, news);
  const answer = await handle(await operationRequest(route, request, context, client));
  // A refused change reported a version too, but its transaction did not make it.
  if (news.version !== undefined) head.headers(directoryVersion(news.version));
  return answer;
}

async function operationRequest(
  { operation, values, gate }: OperationRoute,
  request: ReceivedRequest,
  context: StoreContext,
  client: CallClient,
): Promise<OperationRequest> {
  const { query, idempotencyKey, ifMatch, credential } = admissionOf(request);
  const { body: received } = request;
  const bytes = received instanceof Uint8Array ? received : new Uint8Array();
  const rows = operation.rows && (await readRows(bytes, operation.rows));
  const body = operation.rows || bytes.length === 0 ? undefined : bodyOf(operation, bytes);
  request.body = undefined;
  return {
    context,
    ...(idempotencyKey === undefined ? {} : { idempotency: requestKeyOf(idempotencyKey, operation, request, bytes) }),
    path: { ...(request.params as Record<string, string>), ...values },
    query,
    body,
    rows,
    ...(received instanceof Readable ? { upload: uploadOf(received, operation, request, client) } : {}),
    versions: versionsOf(ifMatch),
    ifMatch,
    ifNoneMatch: request.headers['if-none-match'],
    range: request.headers['range'],
    ifRange: request.headers['if-range']?.toString(),
    prefer: request.headers['prefer']?.toString(),
    lastEventId: request.headers['last-event-id']?.toString(),
    reauthenticate: async () => ({ ...(await gate.authenticate(credential, true)), at: gate.clock.now() }),
    target: request.url,
    serviceUrl: request.serviceUrl,
    isHttps: isHttps(request),
    isHead: request.method === 'HEAD',
    gone: client.gone,
    guess: (email, isRight) => guess(request, gate, { email, isRight }),
  };
}

/**
 * The versions in a condition; undefined for any. RFC 9110 §13.1.1 requires strong comparison. This one is weak: a
 * proxy that compresses a response turns its `"4"` into `W/"4"`, and the tag names the record's version, not the bytes
 * of the response.
 */
function versionsOf(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  return [...ifMatch.matchAll(/"(0|[1-9]\d{0,8})"/g)].map(([, version]) => Number(version));
}

/** Verifies a password of the acting user. A wrong one counts as a failed sign-in. */
async function guess(
  request: ReceivedRequest,
  { guards, store }: Gate,
  { email, isRight }: { readonly email: string; readonly isRight: () => Promise<boolean> },
): Promise<boolean> {
  const { actor, at } = admissionOf(request);
  const { accountId: account_id, userId: user_id } = actor;
  const { ip: address, id: requestId, log, headers } = request;
  const right = await guards.signIns.guess({ user: `${account_id}/${user_id}`, email, address }, isRight);
  const users = [{ account_id, user_id }];
  const browser = browserOf(headers['user-agent']);
  if (!right) traceFailedSignIn({ store, log, at, requestId }, { email, users, address, browser });
  return right;
}

/** The parsed body. An operation that takes none refuses all but blank text, `null` and an empty object. */
function bodyOf({ request }: Operation, bytes: Uint8Array): unknown {
  const body = parseBody(bytes);
  if (request !== undefined) return body;
  const isEmpty = typeof body === 'object' && !Array.isArray(body) && Object.keys(body ?? {}).length === 0;
  if (body === undefined || isEmpty) return undefined;
  throw new Refusal('validation_failed', 'This operation takes no body.', {
    problems: [{ pointer: '', code: 'unknown_field', message: 'must be absent or an empty object' }],
  });
}

const uploadOf = (body: Readable, operation: Operation, request: ReceivedRequest, { stall }: CallClient): Upload => ({
  body,
  headers: request.headers,
  stall,
  keyOf: (digest) => {
    const { idempotencyKey } = admissionOf(request);
    return idempotencyKey === undefined ? undefined : requestKeyOf(idempotencyKey, operation, request, digest);
  },
});

/**
 * In milliseconds. The change of a body that arrived for longer bears the end of the body: with the instant of its
 * arrival, it would alter a past that other requests have read.
 */
const longestArrival = 60_000;

/** The instant of a request: its arrival, or the end of its body if that took long. */
const instantOf = (arrival: Date, now: Date): Date =>
  now.getTime() - arrival.getTime() > longestArrival ? now : arrival;

function contextOf(
  request: ReceivedRequest,
  { store, clock }: Gate,
  room: AnswerRoom | undefined,
  news: DirectoryNews,
): StoreContext {
  const { actor, directory, at, source } = admissionOf(request);
  return {
    actor,
    directory,
    at: instantOf(at, clock.now()),
    room,
    store: { ...store, engine: new TimedEngine(store.engine, databaseTimeOf(request), { accountId: actor.accountId }) },
    source,
    requestId: request.id,
    onDirectoryChange: (version) => void (news.version = version),
    onFailure: (error) => logFailure(error, { request, log: request.log }),
  };
}
