import { once } from 'node:events';
import { Server as NetServer, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LogController, type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import type { Config } from '../../config.ts';
import type { Log } from '../../log.ts';
import { requestIdOf } from '../contract/request-id.ts';
import { withoutTrailingSlash } from '../contract/request-target.ts';
import { Refusal } from '../../refusal.ts';

/** In milliseconds. */
export interface ConnectionTimeouts {
  /** The time for the headers to arrive. */
  readonly headers: number;
  /** The time for a whole body to arrive. */
  readonly request: number;
  /** The time for a whole file to arrive. Node cuts off every request that takes longer. */
  readonly upload: number;
  /** The interval of the checks for the two above. */
  readonly checkEvery: number;
  /** The time for the next byte of a body to arrive. */
  readonly stall: number;
  /** The time for the client to read another part of its response. */
  readonly write: number;
  /** The time for the rest of a request to arrive after the last response of its connection. */
  readonly linger: number;
}

export const usualTimeouts: ConnectionTimeouts = {
  headers: 10_000,
  request: 60_000,
  upload: 60 * 60_000,
  checkEvery: 5_000,
  stall: 10_000,
  write: 30_000,
  linger: 30_000,
};

/** The connection settings, which do not depend on the request. */
export function connectionOptions(
  trustProxy: Config['trustProxy'],
  timeouts: ConnectionTimeouts,
): FastifyHttpOptions<Server> {
  return {
    // Each request gets one log line, written with its response.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => withoutTrailingSlash(url),
    trustProxy: trusted(trustProxy),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    requestTimeout: timeouts.upload,
    // The service parses the query itself: strictly, and only after it has checked the credential.
    routerOptions: { maxParamLength: 4096, querystringParser: () => ({}) },
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkEvery,
      // Node would refuse without a body. The service sends a problem document instead.
      requireHostHeader: false,
    },
  };
}

/**
 * Disconnects clients that do not read their responses, event streams included, to free their memory. Node reports a
 * socket that has neither sent nor received anything for the timeout. A socket with nothing to send is not the client's
 * fault and stays open.
 */
export function cutOffWhoDoesNotRead(app: FastifyInstance, log: Log, timeout: number): void {
  // One response's timeout keeps running during a pipelined request. Without a listener, Node closes the socket.
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.on('timeout', () => undefined);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = reply;
    raw.setTimeout(timeout, () => {
      if (raw.writableLength === 0) return;
      log.info({ request_id: request.id }, 'disconnected a client that does not read its answer');
      raw.destroy();
    });
    done(null, payload);
  });
}

/**
 * Closes a connection only after the client has sent its whole request (RFC 9112 section 9.6). Node closes it right
 * after the last response. The system then resets the connection of a client that still sends, and discards the
 * response if the client has not read it.
 * @param most the time for the rest of the request to arrive, in milliseconds
 */
export function lingerBeforeClosing(app: FastifyInstance, most: number): void {
  app.server.on('request', (request: IncomingMessage) => {
    const { socket, headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const close = (): void => Socket.prototype.destroySoon.call(socket);
    // Node calls this method after a response with `Connection: close`.
    socket.destroySoon = () => {
      if (request.complete) {
        close();
        return;
      }
      const deadline = setTimeout(() => socket.destroy(), most).unref();
      socket.once('close', () => clearTimeout(deadline)).end();
      request.once('close', close).resume();
    };
  });
}

type TrustProxy = string[] | ((address: string, hop: number) => boolean) | false;

function trusted(proxies: Config['trustProxy']): TrustProxy {
  // Fastify treats a number as no trusted proxy.
  if (typeof proxies === 'number') return proxies > 0 && ((_address, hop) => hop < proxies);
  return [...proxies];
}

/** Once the server starts to close, it refuses new requests and closes each connection after its response. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', async () => {
    if (closing) throw new Refusal('unavailable', 'The service is stopping.', { retryAfterSeconds: 1 });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing || leaving.has(app.server)) reply.header('connection', 'close');
  });
}

/** The servers that hand over, each with the end of its last connection. */
const leaving = new WeakMap<Server, Promise<unknown>>();

/** The time for clients to get an answer that closes their connection. */
const handOverMs = 5000;

/**
 * Leaves new connections to other processes on the same address. Serves the present ones, and closes each after its next
 * answer. Resolves when none is left, or after some seconds.
 */
export async function handOver({ server }: FastifyInstance): Promise<void> {
  const ended = once(server, 'close');
  leaving.set(server, ended);
  // The server's own `close` would also cut off connections on which a request is just arriving.
  NetServer.prototype.close.call(server);
  await Promise.race([ended, pause(handOverMs, undefined, { ref: false })]);
}

/** Stops accepting requests, waits for running ones up to the timeout, then closes the remaining connections. */
export async function stopServer(app: FastifyInstance, timeoutSeconds: number): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), timeoutSeconds * 1000);
  await app.close();
  // After a handover, the server is closed already, and its last requests may still run.
  await leaving.get(app.server);
  clearTimeout(deadline);
}
