import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { splitTarget } from './request-target.ts';

/** What proxies write down for a client that went away before its answer. */
const abandoned = 499;

/** One line and one measurement for each request. The values of a query may be private; they are not written. */
export function logRequests(app: FastifyInstance, log: Log, metrics: Metrics): void {
  // The line holds nothing of what the log conceals, and looking for it in every line costs more than the line.
  const requests = log.child({}, { redact: [] });
  const record = (request: FastifyRequest, status: number): void => {
    const milliseconds = performance.now() - request.begunAt;
    const operation = request.routeOptions.config.operationId ?? 'none';
    const { method } = request;
    metrics.onAnswer({ operation, method, status, seconds: milliseconds / 1000 });
    requests.info(
      {
        request_id: request.id,
        client_request_id: request.headers['x-request-id'],
        method,
        path: splitTarget(request.raw.url ?? '/').path,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        account_id: request.actor?.accountId,
        token_id: request.actor?.tokenId,
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of the monotonic clock. */
    begunAt: number;
  }
}
