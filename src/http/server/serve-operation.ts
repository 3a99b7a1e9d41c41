import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mostOfAnswer } from '../../refusal.ts';
import { admit } from '../admission/admission.ts';
import { admissionOf, type Gate } from '../admission/request-under-way.ts';
import type { Answer } from '../contract/answer.ts';
import type { Operation } from '../contract/operation.ts';
import { callOperation, type OperationRoute, routesOf } from '../door/call-operation.ts';
import { mostOfBody } from '../request/body.ts';
import { type ByteBudget, type ExpectedAnswers, HeldRoom } from '../request/byte-budget.ts';
import { bodyLimit } from '../request/receive-body.ts';
import { apiPrefix } from '../../version.ts';

/** The limits and the room that the answers of a server share. */
export interface ServedAnswers {
  /** Bytes of responses that clients have not read yet, by account. */
  readonly answers: ByteBudget;
  /** The expected responses of changes in progress. */
  readonly expected: ExpectedAnswers;
  /** Milliseconds without a byte after which the service stops waiting for the rest of a file. */
  readonly stall: number;
}

/** Adds the routes of an operation. They check the operation's declarations and call its handler. */
export function serveOperation(app: FastifyInstance, operation: Operation, gate: Gate & ServedAnswers): void {
  for (const route of routesOf(operation, gate)) addRoute(app, route, gate);
}

function addRoute(app: FastifyInstance, route: OperationRoute, { answers, expected, stall }: ServedAnswers): void {
  const { operation, path } = route;
  const isChange = operation.method !== 'GET';
  app.route({
    method: operation.method,
    url: apiPrefix + path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimit(operation),
    config: { operationId: operation.id, ...(operation.upload ? { takesFile: true } : {}) },
    onRequest: (request, reply) => admit(request, reply, route),
    // Between the two, Fastify receives the body (`request/receive-body.ts`).
    handler: async (request, reply) => {
      const { accountId } = admissionOf(request).actor;
      const room = new HeldRoom(answers, { accountId, isChange }, reply.raw);
      // `send` is not awaited: an awaited reply resolves only when the client has read it.
      const answered = async (): Promise<void> => {
        const gone = () => goneSignal(reply.raw);
        void send(reply, room, await callOperation(route, request, reply, { room, stall, gone }));
      };
      const bytes = operation.answerBytes ?? (operation.rows ? mostOfAnswer : mostOfBody);
      await (isChange ? expected.making({ accountId, bytes }, answered) : answered());
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

function send(reply: FastifyReply, room: HeldRoom, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.stream) return sendStream(reply, answer, answer.stream);
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
  { headers = {}, ended }: Answer,
  stream: NonNullable<Answer['stream']>,
): FastifyReply {
  const gone = goneSignal(reply.raw, ended);
  reply.headers(headers);
  const pieces = reply.request.method === 'HEAD' ? [] : stream(gone);
  const readable = Readable.from(pieces, { objectMode: false });
  readable.once('error', (err) => reply.log.error({ err, request_id: reply.request.id }, 'an answer broke off'));
  return reply.send(readable);
}

/** Tells when a response is over. The client may be gone already. */
function goneSignal(raw: ServerResponse, ended: () => unknown = () => undefined): AbortSignal {
  const gone = new AbortController();
  gone.signal.addEventListener('abort', ended, { once: true });
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}
