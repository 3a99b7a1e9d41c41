import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Call } from '../records/call.ts';
import { admissionOf, admit, type Gate } from './admission.ts';
import { tokenText } from './authenticate.ts';
import { bodyLimit, checkNoBody, parseBody } from './body.ts';
import { idempotency } from './idempotency.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { queryCheck } from './query.ts';
import { apiPrefix } from './versions.ts';

/** Gives an operation its route: what it declares is checked here, what it does it says itself. */
export function serveOperation(app: FastifyInstance, operation: Operation, gate: Gate): void {
  const checkQuery = queryCheck(operation);
  app.route({
    method: operation.method,
    url: apiPrefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimit(operation),
    config: { operationId: operation.id },
    onRequest: (request, reply) => admit(request, reply, { operation, checkQuery, ...gate }),
    handler: async (request, reply) =>
      send(reply, await admissionOf(request).handle(operationRequest(operation, request, gate))),
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For metrics; absent on what is not an operation. */
    operationId?: string;
  }
}

function operationRequest(operation: Operation, request: FastifyRequest, { authenticate }: Gate): OperationRequest {
  const { query, idempotencyKey, ifMatch, actor, directory, at } = admissionOf(request);
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const body = parseBody(bytes);
  if (operation.request === undefined) checkNoBody(body);
  const target = request.raw.url ?? '/';
  const keyed = (key: string) => {
    const token = tokenText(request.headers.authorization);
    return idempotency(key, { method: operation.method, target, bytes, token });
  };
  const call: Call = {
    actor,
    directory,
    at,
    source: 'api',
    requestId: request.id,
    ...(idempotencyKey === undefined ? {} : { idempotency: keyed(idempotencyKey) }),
  };
  return {
    call,
    path: request.params as Record<string, string>,
    query,
    body: operation.request === undefined ? undefined : body,
    ifMatch,
    prefer: request.headers['prefer']?.toString(),
    lastEventId: request.headers['last-event-id']?.toString(),
    reauthenticate: () => authenticate(request.headers.authorization),
    target,
  };
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.stream) return sendStream(reply, answer.stream);
  if (answer.body !== undefined) reply.header('content-type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  return reply.send(answer.body);
}

/** Server-sent events, as fast as they are taken. */
function sendStream(reply: FastifyReply, stream: NonNullable<Answer['stream']>): FastifyReply {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // Buffered by a proxy they would not be live.
  reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  return reply.send(Readable.from(stream(gone.signal), { objectMode: false }));
}
