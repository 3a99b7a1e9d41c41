import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { Peers } from '../../cluster/messages.ts';
import type { Config } from '../../config.ts';
import type { RateLimit } from '../../variable-kinds.ts';
import type { Log } from '../../log.ts';
import { databaseTimeOf, type Authenticate } from '../admission/request-under-way.ts';
import type { Store } from '../../store/store.ts';
import { answerHeaders } from '../contract/answer.ts';
import { credentialOf } from '../contract/credential.ts';
import { decorateWithUrl, isHttps } from '../contract/service-url.ts';
import { ByteBudget, ExpectedAnswers } from '../request/byte-budget.ts';
import {
  refuseWhileClosing,
  connectionOptions,
  cutOffWhoDoesNotRead,
  lingerBeforeClosing,
  type ConnectionTimeouts,
  usualTimeouts,
} from './connection.ts';
import { compressAnswers } from '../contract/compression.ts';
import { allowOrigins } from './cors.ts';
import { answerErrors, malformedRequest, sendFault } from '../errors/problem-details.ts';
import { addressLimit, Guards } from '../admission/guards.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Operation } from '../contract/operation.ts';
import { answerForNode, answerParserError } from '../errors/parser-errors.ts';
import { serveFeeds } from '../feeds/serve-feeds.ts';
import { servePlainEndpoints, type PlainEndpoints } from './plain-endpoints.ts';
import { readBodiesAsBytes } from '../request/receive-body.ts';
import { logRequests } from './request-telemetry.ts';
import { serveOperation, type ServedAnswers } from './serve-operation.ts';
import { answerUnknownPaths } from './unknown-paths.ts';

type HttpSettings =
  | 'host'
  | 'port'
  | 'publicUrl'
  | 'rateLimit'
  | 'accountRateLimit'
  | 'corsOrigins'
  | 'trustProxy'
  | MetricsSettings
  | InFlight;
type MetricsSettings = 'metricsToken' | 'metricsPublic';
type InFlight = 'answersInFlight' | 'bodiesInFlight';

export interface ServerOptions extends Pick<PlainEndpoints, 'engine' | 'ready' | 'openapi' | 'version' | 'sendPage'> {
  readonly operations: readonly Operation[];
  readonly authenticate: Authenticate;
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, HttpSettings>;
  readonly log: Log;
  /** Created in advance if they also count the engine's statements. */
  readonly metrics?: Metrics;
  /** Additional routes outside of the API, for example the reference page. */
  readonly pages?: (app: FastifyInstance, guards: Guards) => Promise<void>;
  /** Milliseconds of a monotonic clock, for the rate limits. */
  readonly monotonic?: () => number;
  /** The rate limit of an address without a credential; `null` for no limit. */
  readonly addressLimit?: RateLimit | null;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** The other processes of the service, which share its rate limits. */
  readonly peers?: Peers | undefined;
}

/** Builds the HTTP server with the given operations. The server does not listen yet. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { config, log, metrics = createMetrics() } = options;
  const timeouts = { ...usualTimeouts, ...options.timeouts };
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    ...connectionOptions(config.trustProxy, timeouts),
    loggerInstance,
    frameworkErrors: (thrown, undecorated, reply) => {
      const request = Object.assign(undecorated, { serviceUrl: app.serviceUrlOf(undecorated) });
      sendFault(thrown, { request, reply, log });
    },
    clientErrorHandler: (error, socket) => answerParserError(error, socket, by()),
  });
  const by = () => ({ log, serviceUrl: app.serviceUrl });
  decorateWithUrl(app, config);
  answerForNode(app.server, by);
  logRequests(app, log, metrics);
  const { stall, request: whole } = timeouts;
  readBodiesAsBytes(app, { budget: new ByteBudget(config.bodiesInFlight), stall, whole });
  cutOffWhoDoesNotRead(app, log, timeouts.write);
  lingerBeforeClosing(app, timeouts.linger);
  markEveryAnswer(app);
  refuseWhileClosing(app);
  answerErrors(app, log);
  allowOrigins(app, config.corsOrigins);
  compressAnswers(app, log);
  const answers = new ByteBudget(config.answersInFlight);
  const expected = new ExpectedAnswers(answers);
  serve(app, { ...options, metrics, guards: createGuards(options), answers, expected, stall });
  return app;
}

type Served = ServerOptions & Pick<PlainEndpoints, 'metrics' | 'guards'> & ServedAnswers;

function serve(app: FastifyInstance, by: Served): void {
  answerUnknownPaths(app, by);
  servePlainEndpoints(app, by);
  serveFeeds(app, by);
  for (const operation of by.operations) serveOperation(app, operation, by);
  const { pages, guards } = by;
  if (pages) {
    app.register(async (scope) => {
      scope.addHook('onRequest', async (request) =>
        // A page loads many files. Those of signed-in people do not count for their address.
        guards.admitAnonymous(request.ip, credentialOf(request.headers, isHttps(request))?.text),
      );
      await pages(scope, guards);
    });
  }
}

function createGuards({
  config,
  addressLimit: addresses = addressLimit,
  monotonic,
  clock,
  peers,
}: ServerOptions): Guards {
  const { rateLimit: tokens, accountRateLimit: accounts = times(tokens, 5) } = config;
  const now = monotonic ?? (() => performance.now());
  return new Guards({ tokens, accounts, addresses }, { now, clock, peers });
}

const times = (limit: RateLimit | null, factor: number): RateLimit | null =>
  limit && { perSecond: limit.perSecond * factor, burst: limit.burst * factor };

function markEveryAnswer(app: FastifyInstance): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('admission', null);
  app.decorateRequest('databaseTime', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders({ requestId: request.id, isHttps: isHttps(request) }));
    const fault = hostFault(request.raw);
    if (fault) throw malformedRequest(fault);
  });
  app.addHook('onSend', async (request, reply) => {
    const total = performance.now() - request.begunAt;
    const { milliseconds } = databaseTimeOf(request);
    reply.header('server-timing', `total;dur=${total.toFixed(1)}, db;dur=${milliseconds.toFixed(1)}`);
  });
}

/** The problem with the `Host` header (RFC 9112 §3.2), or `null`. */
function hostFault({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
  if (hosts > 1) return 'Send the header Host only once.';
  return httpVersion === '1.1' && hosts === 0 ? 'HTTP/1.1 requires the header Host.' : null;
}
