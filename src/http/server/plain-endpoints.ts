import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { Refusal } from '../../refusal.ts';
import type { Engine } from '../../database/engine.ts';
import { type FixedAnswer, fixedAnswer, sendFixed } from '../contract/fixed-answer.ts';
import { serveFrontPage } from '../reference/front-page.ts';
import type { SendPage } from '../page/serve-page.ts';
import type { Guards } from '../admission/guards.ts';
import { type Metrics, checkMetricsReader } from './metrics.ts';

export interface PlainEndpoints {
  readonly engine: Pick<Engine, 'kind' | 'description' | 'durable'>;
  /** Queries the database; rejects if it does not answer. */
  readonly ready: () => Promise<unknown>;
  /** Builds the OpenAPI document; called once. */
  readonly openapi: () => Promise<object>;
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'metricsToken' | 'metricsPublic' | 'trustProxy' | 'publicUrl'>;
  readonly version: string;
  readonly guards: Guards;
  /** Answers browsers at `/`, if the page is built. */
  readonly sendPage?: SendPage;
}

/** Serves the endpoints for operators and tools outside of the API. */
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
    checkMetricsReader(request, by.config);
    return reply.type(by.metrics.contentType).send(await by.metrics.text());
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', anonymous);
    serveFrontPage(scope, by);
  });
  serveDocument(app, by.openapi, anonymous);
}

function refuseUnready(cause: unknown): never {
  throw new Refusal('unavailable', 'The database does not answer.', { cause });
}

function serveDocument(
  app: FastifyInstance,
  openapi: () => Promise<object>,
  onRequest: (request: FastifyRequest) => Promise<void>,
): void {
  let made: Promise<FixedAnswer> | undefined;
  app.get('/openapi.json', { onRequest }, async (request, reply) => {
    made ??= openapi().then((document) => fixedAnswer('application/json; charset=utf-8', JSON.stringify(document)));
    return sendFixed(request, reply, await made);
  });
}
