import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TimedEngine } from '../../database/timed-engine.ts';
import type { AnswerRoom, StoreContext } from '../../records/request-context.ts';
import { mostOfAnswer, Refusal } from '../../refusal.ts';
import { admissionOf, admit, type Gate, databaseTimeOf } from '../admission/admission.ts';
import { HeldRoom } from '../request/byte-budget.ts';
import { bodyLimit, mostOfBody, parseBody } from '../request/body.ts';
import { readRows } from '../request/bulk-text.ts';
import { idempotency } from '../request/idempotency.ts';
import { versionsOf } from '../contract/request-head.ts';
import { type Answer, directoryVersion, isHttps } from '../contract/answer.ts';
import {
  type Operation,
  type OperationRequest,
  type RequestKey,
  servedPaths,
  type Upload,
} from '../contract/operation.ts';
import type { Store } from '../../store/store.ts';
import { type QueryCheck, queryCheck } from '../request/query.ts';
import { apiPrefix } from '../../version.ts';

/** Adds the route of an operation. It checks the operation's declarations and calls its handler. */
export function serveOperation(app: FastifyInstance, operation: Operation, gate: Gate): void {
  const checkQuery = queryCheck(operation);
  for (const { path, values } of servedPaths(operation)) addRoute(app, { operation, path, values, checkQuery, gate });
}

interface Served {
  readonly operation: Operation;
  /** The path of the route: `/projects.csv`. */
  readonly path: string;
  /** The path parameters whose values are a part of the route. */
  readonly values: Readonly<Record<string, string>>;
  readonly checkQuery: QueryCheck;
  readonly gate: Gate;
}

function addRoute(app: FastifyInstance, { operation, path, values, checkQuery, gate }: Served): void {
  app.route({
    method: operation.method,
    url: apiPrefix + path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimit(operation),
    config: { operationId: operation.id, ...(operation.upload ? { takesFile: true } : {}) },
    onRequest: (request, reply) => admit(request, reply, { operation, checkQuery, ...gate }),
    handler: async (request, reply) => {
      const { actor, handle } = admissionOf(request);
      const { accountId } = actor;
      const isChange = operation.method !== 'GET';
      const room = new HeldRoom(gate.answers, { accountId, isChange }, reply.raw);
      // `send` is not awaited: an awaited reply resolves only when the client has read it.
      const answered = async (): Promise<void> => {
        const news: DirectoryNews = {};
        const answer = await handle(await operationRequest({ operation, values }, request, { ...gate, room, news }));
        // A refused change reported a version too, but its transaction did not make it.
        if (news.version !== undefined) reply.headers(directoryVersion(news.version));
        void send(reply, room, answer);
      };
      const bytes = operation.rows ? mostOfAnswer : mostOfBody;
      await (isChange ? gate.expected.making({ accountId, bytes }, answered) : answered());
      return reply;
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For metrics; absent on routes that are not operations. */
    operationId?: string;
    /** The operation reads the body, a file, while it arrives. */
    takesFile?: boolean;
  }
}

/** The version of the directory that the request's change has made. */
interface DirectoryNews {
  version?: string;
}

async function operationRequest(
  { operation, values }: Pick<Served, 'operation' | 'values'>,
  request: FastifyRequest,
  gate: Gate & { room: AnswerRoom; news: DirectoryNews },
): Promise<OperationRequest> {
  const { query, idempotencyKey, ifMatch, actor, credential } = admissionOf(request);
  const { body: received } = request;
  const bytes = received instanceof Uint8Array ? received : new Uint8Array();
  const rows = operation.rows && (await readRows(bytes, operation.rows));
  const body = operation.rows || bytes.length === 0 ? undefined : bodyOf(operation, bytes);
  // The bytes of a parsed body are released.
  request.body = undefined;
  const user = `${actor.accountId}/${actor.userId}`;
  return {
    context: contextOf(request, gate),
    ...(idempotencyKey === undefined ? {} : { idempotency: keyOf(idempotencyKey, operation, request, bytes) }),
    path: { ...(request.params as Record<string, string>), ...values },
    query,
    body,
    rows,
    ...(received instanceof Readable ? { upload: uploadOf(received, operation, request) } : {}),
    versions: versionsOf(ifMatch),
    ifNoneMatch: request.headers['if-none-match'],
    prefer: request.headers['prefer']?.toString(),
    lastEventId: request.headers['last-event-id']?.toString(),
    reauthenticate: () => gate.authenticate(credential, true),
    target: targetOf(request),
    isHttps: isHttps(gate.publicUrl(), request.protocol),
    guess: (email, isRight) => gate.guards.signIns.guess({ user, email, address: request.ip }, isRight),
  };
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

const uploadOf = (body: Readable, operation: Operation, request: FastifyRequest): Upload => ({
  body,
  headers: request.headers,
  stall: request.server.stall,
  keyOf: (digest) => {
    const { idempotencyKey } = admissionOf(request);
    return idempotencyKey === undefined ? undefined : keyOf(idempotencyKey, operation, request, digest);
  },
});

const targetOf = ({ raw }: FastifyRequest): string => raw.url ?? '/';

function contextOf(
  request: FastifyRequest,
  { store, room, news }: { store: Store; room: AnswerRoom; news: DirectoryNews },
): StoreContext {
  const { actor, directory, at } = admissionOf(request);
  return {
    ...{ actor, directory, at, room },
    store: { ...store, engine: new TimedEngine(store.engine, databaseTimeOf(request)) },
    source: actor.isSession ? 'ui' : 'api',
    requestId: request.id,
    onDirectoryChange: (version) => void (news.version = version),
  };
}

function keyOf(key: string, { method }: Operation, request: FastifyRequest, bytes: Uint8Array): RequestKey {
  const { actor, credential, ifMatch } = admissionOf(request);
  const actingUserId = actor.viaUserId === null ? undefined : actor.userId;
  const sent = { method, target: targetOf(request), bytes, credential: credential.text };
  return idempotency(key, { ...sent, actingUserId, ifMatch });
}

function send(reply: FastifyReply, room: HeldRoom, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.stream) return sendStream(reply, answer.headers ?? {}, answer.stream);
  const body = answer.bytes ?? inBytes(answer.body);
  if (body !== undefined) reply.header('content-type', 'application/json; charset=utf-8');
  room.settle(body?.length ?? 0);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  return reply.send(body);
}

/** In characters. A longer text is converted to bytes once; Node would first join it with the headers. */
const long = 64 * 1024;

const inBytes = (body: string | undefined): string | Uint8Array | undefined =>
  body !== undefined && body.length > long ? Buffer.from(body) : body;

/** Streams as fast as the client reads. A HEAD starts nothing. If the stream fails, the connection breaks off. */
function sendStream(
  reply: FastifyReply,
  headers: NonNullable<Answer['headers']>,
  stream: NonNullable<Answer['stream']>,
): FastifyReply {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  reply.headers(headers);
  const pieces = reply.request.method === 'HEAD' ? [] : stream(gone.signal);
  const readable = Readable.from(pieces, { objectMode: false });
  readable.once('error', (err) => reply.log.error({ err, request_id: reply.request.id }, 'an answer broke off'));
  return reply.send(readable);
}
