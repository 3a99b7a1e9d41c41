import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { StatementObserver } from '../../database/engine.ts';
import type { Log } from '../../log.ts';
import { shownPath } from '../contract/request-target.ts';

/** The measurements of requests, and of the statements that the service sends. */
export interface RequestMetrics {
  /** The observer that the engine receives when it opens. */
  readonly onStatement: StatementObserver;
  onAnswer(answer: { operation: string; method: string; status: number; seconds: number }): void;
}

export function requestMetrics(registry: Registry): RequestMetrics {
  const statements = new Counter({
    name: 'database_statements_total',
    help: 'Statements sent to the database, begin and commit included.',
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of a request, from its head to the end of the answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    onStatement: () => statements.inc(),
    onAnswer: ({ operation, method, status, seconds }) => durations.observe({ operation, method, status }, seconds),
  };
}

/** The status that proxies log for a client that disconnects before its response. */
const abandoned = 499;

/** Records one log line and one measurement per request. It omits query values and secrets in paths. */
export function logRequests(app: FastifyInstance, log: Log, metrics: RequestMetrics): void {
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
        path: shownPath(request.raw.url ?? '/'),
        status,
        ms: Math.round(milliseconds * 10) / 10,
        account_id: request.actor?.accountId,
        [credentialKey(request.actor)]: request.actor?.tokenId,
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

const credentialKey = (actor: FastifyRequest['actor']): string => {
  if (actor?.isFeed) return 'feed_id';
  return actor?.isSession ? 'session_id' : 'token_id';
};

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
