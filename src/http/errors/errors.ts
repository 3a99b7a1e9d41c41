import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { answerHeaders, isHttps } from '../contract/answer-headers.ts';
import { errorCodes } from './error-codes.ts';
import { type Fault, faultHeaders, faultOf, problemDetails, problemMediaType } from './problem-details.ts';
import { splitTarget } from '../contract/request-target.ts';

/** Sends every error of the routes and of the router as a problem document. */
export function answerErrors(app: FastifyInstance, by: { log: Log; publicUrl: () => string }): void {
  app.setErrorHandler((thrown, request, reply) => sendFault(thrown, { request, reply, ...by }));
}

interface Failure {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Log;
  readonly publicUrl: () => string;
  /** Adapts the fault for one route. */
  readonly told?: (fault: Fault) => Fault;
}

/** Sends the error response for a thrown value. The cause of an unexpected failure goes only to the log. */
export function sendFault(thrown: unknown, { request, reply, log, publicUrl, told }: Failure): FastifyReply {
  const fault = told ? told(faultOf(thrown)) : faultOf(thrown);
  const { status } = errorCodes[fault.code];
  if (fault.code === 'internal') log.error({ request_id: request.id, err: thrown }, 'request failed');
  if (fault.code === 'unavailable') log.warn({ request_id: request.id, err: thrown }, 'service unavailable');
  // Fastify closes the connection if it has not read the whole body, and the client might then miss the response.
  // The rest of the body is drained instead, within the request timeout.
  reply.removeHeader('connection');
  const marks = answerHeaders({ requestId: request.id, isHttps: isHttps(publicUrl(), request.protocol) });
  const instance = splitTarget(request.raw.url ?? '/').path;
  return (
    reply
      .code(status)
      .headers({ ...marks, ...faultHeaders(fault) })
      .type(problemMediaType)
      // Sent as bytes, because Fastify adds a charset to text and this media type has none.
      .send(Buffer.from(problemDetails(fault, { publicUrl: publicUrl(), instance, requestId: request.id })))
  );
}
