import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TimedEngine } from '../../database/timed-engine.ts';
import type { AnswerRoom, StoreContext } from '../../records/request-context.ts';
import { mostOfAnswer } from '../../refusal.ts';
import { admissionOf, admit, type Gate, databaseTimeOf, tokenText } from '../admission/admission.ts';
import { HeldRoom } from '../request/byte-budget.ts';
import { bodyLimit, checkNoBody, mostOfBody, parseBody } from '../request/body.ts';
import { readRows } from '../request/bulk-text.ts';
import { idempotency } from '../request/idempotency.ts';
import { versionsOf } from '../contract/request-head.ts';
import type { Answer } from '../contract/answer.ts';
import type { Operation, OperationRequest } from '../contract/operation.ts';
import { queryCheck } from '../request/query.ts';
import { apiPrefix } from '../../version.ts';

/** Adds the route of an operation. It checks the operation's declarations and calls its handler. */
export function serveOperation(app: FastifyInstance, operation: Operation, gate: Gate): void {
  const checkQuery = queryCheck(operation);
  app.route({
    method: operation.method,
    url: apiPrefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimit(operation),
    config: { operationId: operation.id },
    onRequest: (request, reply) => admit(request, reply, { operation, checkQuery, ...gate }),
    handler: async (request, reply) => {
      const { actor, handle } = admissionOf(request);
      const { accountId } = actor;
      const isChange = operation.method !== 'GET';
      const room = new HeldRoom(gate.answers, { accountId, isChange }, reply.raw);
      // `send` is not awaited: an awaited reply resolves only when the client has read it.
      const answered = async (): Promise<void> =>
        void send(reply, room, await handle(await operationRequest(operation, request, { ...gate, room })));
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
  }
}

async function operationRequest(
  operation: Operation,
  request: FastifyRequest,
  { authenticate, store, room }: Gate & { room: AnswerRoom },
): Promise<OperationRequest> {
  const { query, idempotencyKey, ifMatch, actor, directory, at } = admissionOf(request);
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const rows = operation.rows && (await readRows(bytes, operation.rows));
  const body = operation.rows ? undefined : parseBody(bytes);
  // The bytes of a parsed body are released.
  request.body = undefined;
  if (operation.request === undefined) checkNoBody(body);
  const target = request.raw.url ?? '/';
  const keyed = (key: string) => {
    const token = tokenText(request.headers.authorization);
    const actingUserId = actor.viaUserId === null ? undefined : actor.userId;
    return idempotency(key, { method: operation.method, target, bytes, token, actingUserId, ifMatch });
  };
  const context: StoreContext = {
    ...{ actor, directory, at, room },
    store: { ...store, engine: new TimedEngine(store.engine, databaseTimeOf(request)) },
    source: 'api',
    requestId: request.id,
  };
  return {
    context,
    ...(idempotencyKey === undefined ? {} : { idempotency: keyed(idempotencyKey) }),
    path: request.params as Record<string, string>,
    query,
    body: operation.request === undefined ? undefined : body,
    rows,
    versions: versionsOf(ifMatch),
    prefer: request.headers['prefer']?.toString(),
    lastEventId: request.headers['last-event-id']?.toString(),
    reauthenticate: () => authenticate(request.headers.authorization),
    target,
  };
}

function send(reply: FastifyReply, room: HeldRoom, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.stream) return sendStream(reply, answer.stream);
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

/** Streams server-sent events as fast as the client reads them. */
function sendStream(reply: FastifyReply, stream: NonNullable<Answer['stream']>): FastifyReply {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // A proxy that buffers the events would delay them.
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  return reply.send(Readable.from(stream(gone.signal), { objectMode: false }));
}
