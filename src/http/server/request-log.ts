import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import type { Metrics } from './metrics.ts';
import { splitTarget } from '../contract/request-head.ts';

/** The status that proxies log for a client that disconnects before its response. */
const abandoned = 499;

/** Records one log line and one measurement per request. It omits query values, because they can be private. */
export function logRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  // The line contains nothing to redact, and the search in every line costs more than the line itself.
  const requests = log.child({}, { redact: [] });
  const record = (request: FastifyRequest, status: number): void => {
    const milliseconds = performance.now() - request.begunAt;
    const operation = request.routeOptions.config.operationId ?? 'none';
    const { method } = request;
    metrics.onAnswer({ operation, method, status, seconds: milliseconds / 1000 });
    requests.info(
      {
        request_id: request.id,
        client_request_id: unusable(request),
        method,
        path: splitTarget(request.raw.url ?? '/').path,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        account_id: request.actor?.accountId,
        [request.actor?.isSession ? 'session_id' : 'token_id']: request.actor?.tokenId,
      },
      'request',
    );
  };
  app.decorateRequest('begunAt', 0);
  app.addHook('onRequest', async (request) => {
    request.begunAt = performance.now();
  });
  app.addHook('onResponse', async (request, reply) => record(request, reply.statusCode));
  app.addHook('onRequestAbort', async (request) => record(request, abandoned));
}

/** A malformed client request id. Only the log contains it, next to the id that the service generated. */
function unusable({ id, headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id']?.toString();
  return given === id ? undefined : given;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of the monotonic clock. */
    begunAt: number;
  }
}
