import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { answerHeaders } from './answer-headers.ts';
import { errorCodes } from './error-codes.ts';
import { type Fault, faultHeaders, faultOf, problemDetails, problemMediaType } from './problem-details.ts';
import { splitTarget } from './request-target.ts';

/** Answers every error of the routes and of the router as a problem document. */
export function answerErrors(app: FastifyInstance, by: { log: Log; publicUrl: () => string }): void {
  app.setErrorHandler((thrown, request, reply) => sendFault(thrown, { request, reply, ...by }));
}

interface Failure {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Log;
  readonly publicUrl: () => string;
  /** What a route adds of its own to the answer. */
  readonly told?: (fault: Fault) => Fault;
}

/** Writes the answer to what was thrown; the cause of an unforeseen failure goes to the log alone. */
export function sendFault(thrown: unknown, { request, reply, log, publicUrl, told }: Failure): FastifyReply {
  const fault = told ? told(faultOf(thrown)) : faultOf(thrown);
  const { status } = errorCodes[fault.code];
  if (fault.code === 'internal') log.error({ request_id: request.id, err: thrown }, 'request failed');
  if (fault.code === 'unavailable') log.warn({ request_id: request.id, err: thrown }, 'service unavailable');
  // Fastify hangs up on a body it has not read to its end, and the client may then never read why:
  // what is left of it is drained instead, for as long as the request may take.
  reply.removeHeader('connection');
  const instance = splitTarget(request.raw.url ?? '/').path;
  return (
    reply
      .code(status)
      .headers({ ...answerHeaders(request.id), ...faultHeaders(fault) })
      .type(problemMediaType)
      // As bytes: to text Fastify would add a charset, which this media type does not have.
      .send(Buffer.from(problemDetails(fault, { publicUrl: publicUrl(), instance, requestId: request.id })))
  );
}
