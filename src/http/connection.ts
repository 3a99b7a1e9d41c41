import { LogController, type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { newRequestId } from './request-id.ts';

/** In milliseconds. */
export interface Timeouts {
  /** Until the headers have arrived. */
  readonly headers: number;
  /** Until all of the request has arrived. */
  readonly request: number;
  /** How often the two above are looked at. */
  readonly checkEvery: number;
}

const usual: Timeouts = { headers: 10_000, request: 60_000, checkEvery: 5_000 };

/** How connections are treated, below anything that a request says. */
export function connectionOptions(
  trustProxy: Config['trustProxy'],
  timeouts: Timeouts = usual,
): FastifyHttpOptions<Server> {
  return {
    // A request gets one line, written when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: trusted(trustProxy),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    requestTimeout: timeouts.request,
    // The query is parsed strictly, and only after the credential.
    routerOptions: { maxParamLength: 1024, querystringParser: () => ({}) },
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkEvery,
      // Node would refuse without a body; the edge refuses as it refuses everything.
      requireHostHeader: false,
    },
  };
}

/** Leaves bodies as they came: the idempotency key stands for their bytes, and only operations know their size. */
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
}

type TrustProxy = string[] | ((address: string, hop: number) => boolean) | false;

function trusted(proxies: Config['trustProxy']): TrustProxy {
  // Fastify takes a number to mean none.
  if (typeof proxies === 'number') return proxies > 0 && ((_address, hop) => hop < proxies);
  return [...proxies];
}
