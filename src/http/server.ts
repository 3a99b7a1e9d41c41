import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Peers } from '../cluster/peers.ts';
import { listeningUrl, type Config, type RateLimit } from '../config.ts';
import type { Log } from '../log.ts';
import type { Authenticate } from './admission.ts';
import { answerHeaders } from './answer-headers.ts';
import { refuseWhileClosing } from './closing.ts';
import { connectionOptions, readBodiesAsBytes, type Timeouts } from './connection.ts';
import { allowOrigins } from './cors.ts';
import { answerErrors, sendFault } from './errors.ts';
import { addressLimit, Guards } from './guards.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Operation } from './operation.ts';
import { answerForNode, answerParserError } from './parser-errors.ts';
import { servePlainEndpoints, type PlainEndpoints } from './plain-endpoints.ts';
import { logRequests } from './request-log.ts';
import { serveOperation } from './serve-operation.ts';
import { answerUnknownPaths } from './unknown-paths.ts';

type HttpSettings = 'host' | 'port' | 'publicUrl' | 'rateLimit' | 'corsOrigins' | 'trustProxy' | 'metricsToken';

export interface ServerOptions extends Pick<PlainEndpoints, 'engine' | 'ready' | 'openapi' | 'version'> {
  readonly operations: readonly Operation[];
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly config: Pick<Config, HttpSettings>;
  readonly log: Log;
  /** Made beforehand, when the engine is to be counted too. */
  readonly metrics?: Metrics;
  /** Further routes outside of the API, such as the reference page. */
  readonly pages?: (app: FastifyInstance) => Promise<void>;
  /** Milliseconds of a clock that never goes back, for the rate limits. */
  readonly monotonic?: () => number;
  /** What an address may do without a credential; `null` for no limit. */
  readonly addressLimit?: RateLimit | null;
  readonly timeouts?: Timeouts;
  /** The other processes of the service, which share its limits. */
  readonly peers?: Peers | undefined;
}

/** The HTTP edge: serves what it is given under the product's rules. It does not listen yet. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { config, log, metrics = createMetrics() } = options;
  const by = { log, publicUrl: () => config.publicUrl ?? listeningUrl(config.host, boundPort(app) ?? config.port) };
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    ...connectionOptions(config.trustProxy, options.timeouts),
    loggerInstance,
    frameworkErrors: (thrown, request, reply) => void sendFault(thrown, { request, reply, ...by }),
    clientErrorHandler: (error, socket) => answerParserError(error, socket, by),
  });
  answerForNode(app.server, by);
  logRequests(app, log, metrics);
  readBodiesAsBytes(app);
  markEveryAnswer(app);
  refuseWhileClosing(app);
  answerErrors(app, by);
  allowOrigins(app, config.corsOrigins);
  serve(app, { ...options, metrics, guards: createGuards(options) });
  return app;
}

function serve(app: FastifyInstance, by: ServerOptions & { metrics: Metrics; guards: Guards }): void {
  answerUnknownPaths(app, by.guards);
  servePlainEndpoints(app, { ...by, metricsToken: by.config.metricsToken });
  for (const operation of by.operations) serveOperation(app, operation, by);
  const { pages, guards } = by;
  if (pages) {
    app.register(async (scope) => {
      scope.addHook('onRequest', async (request) => guards.admitAnonymous(request.ip));
      await pages(scope);
    });
  }
}

function createGuards({ config, addressLimit: addresses = addressLimit, monotonic, peers }: ServerOptions): Guards {
  return new Guards({ tokens: config.rateLimit, addresses }, monotonic ?? (() => performance.now()), peers);
}

function markEveryAnswer(app: FastifyInstance): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('admission', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders(request.id));
    if (lacksHost(request.raw)) throw Object.assign(new Error('HTTP/1.1 needs the header Host.'), { statusCode: 400 });
  });
}

const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/** Where the service really listens, when it was left to the system to choose. */
function boundPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
