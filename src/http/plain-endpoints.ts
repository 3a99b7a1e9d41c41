import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import type { Guards } from './guards.ts';
import type { Metrics } from './metrics.ts';

export interface PlainEndpoints {
  readonly engine: Pick<Engine, 'kind' | 'description' | 'durable'>;
  /** Asks the database something; rejects when it cannot answer. */
  readonly ready: () => Promise<unknown>;
  /** The OpenAPI document; asked for once. */
  readonly openapi: () => object;
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
  readonly version: string;
  readonly guards: Guards;
}

/** What operators and tools ask for outside of the API. */
export function servePlainEndpoints(app: FastifyInstance, by: PlainEndpoints): void {
  const { kind, description, durable } = by.engine;
  const health = { engine: kind, durable, description, version: by.version };
  app.get('/health', async () => ({ status: 'ok', ...health }));
  app.get('/ready', async () => {
    await by.ready().catch(refuseUnready);
    return { status: 'ready', ...health };
  });
  const anonymous = async (request: FastifyRequest) => by.guards.admitAnonymous(request.ip);
  app.get('/metrics', { onRequest: anonymous }, async (request, reply) => {
    if (by.metricsToken !== null) checkToken(request.headers.authorization, by.metricsToken);
    return reply.type(by.metrics.contentType).send(await by.metrics.text());
  });
  serveDocument(app, by.openapi, anonymous);
}

function refuseUnready(cause: unknown): never {
  throw new Refusal('unavailable', 'The database does not answer.', { cause });
}

function serveDocument(
  app: FastifyInstance,
  openapi: () => object,
  onRequest: (request: FastifyRequest) => Promise<void>,
): void {
  let document: { readonly text: string; readonly etag: string } | undefined;
  app.get('/openapi.json', { onRequest }, async (request, reply) => {
    document ??= withEtag(JSON.stringify(openapi()));
    reply.headers({ etag: document.etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document.text);
  });
}

const withEtag = (text: string) => ({ text, etag: `"${sha256(text).toString('base64url')}"` });

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests, so that the time taken tells nothing about the token. */
function checkToken(authorization: string | undefined, token: string): void {
  const given = (authorization ?? '').replace(/^Bearer +/i, '');
  if (timingSafeEqual(sha256(given), sha256(token))) return;
  throw new Refusal('unauthenticated', 'The metrics need the token that the operator has set.');
}
