import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const exposedHeaders = [
  'Link',
  'ETag',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Rate-Limited-For',
  'Idempotent-Replayed',
  'Location',
  'X-Total-Count',
  'Preference-Applied',
  'Plumbline-Directory-Version',
  'Plumbline-Ignored',
  'Plumbline-As-Of',
  'Plumbline-Names-As-Of',
];

/** Allows pages of the configured origins to call the API. Without any, no page of another origin can call it. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = { origin: [...origins], methods: 'GET,HEAD,POST,PUT,PATCH,DELETE', exposedHeaders, maxAge: 600 };
  app.register(cors, {
    delegator: (request, answer) => {
      const isPreflight = request.headers['access-control-request-method'] !== undefined;
      // An OPTIONS request that is not a preflight asks about the path. This plugin does not handle it.
      answer(null, request.method === 'OPTIONS' && !isPreflight ? { origin: false } : allowed);
    },
  });
}
