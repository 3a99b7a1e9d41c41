import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';

/** A request that a receiver got. */
export interface Delivery {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: Date;
}

/** The reaction of a receiver: it responds (200 without a body by default), never responds, or cuts the connection. */
export type Answer =
  | 'hang'
  | 'destroy'
  | {
      readonly status?: number;
      readonly headers?: OutgoingHttpHeaders;
      readonly body?: string | Uint8Array;
      /** The delay before the head, in milliseconds. */
      readonly delay?: number;
    };

export type Answering = (delivery: Delivery) => Answer | Promise<Answer>;

export interface Receiver extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** All complete requests, in the order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** The number of connections so far. */
  readonly connections: number;
  /** A test can replace this at any time. The receiver uses the current function for each delivery. */
  answer: Answering;
  /** Returns the first `count` deliveries, counted from the start, once that many have arrived. */
  next(count?: number): Promise<readonly Delivery[]>;
  /** Cuts all connections and refuses new ones. */
  stop(): Promise<void>;
}

/**
 * Starts a receiver of webhooks at 127.0.0.1.
 * @param answer returns the reaction to a delivery.
 * @param secured the key and the certificate of a receiver with TLS.
 */
export async function startReceiver(
  answer: Answering = () => ({}),
  secured: { readonly key: string; readonly cert: string } | null = null,
): Promise<Receiver> {
  const server = secured ? createSecureServer(secured) : createServer();
  // Any number of tests can wait for deliveries.
  server.setMaxListeners(0);
  const deliveries: Delivery[] = [];
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void deliveryOf(request).then(async (delivery) => {
      if (delivery === null) return;
      deliveries.push(delivery);
      server.emit('delivery');
      await perform(() => receiver.answer(delivery), response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const receiver: Receiver = {
    url: `${secured ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    deliveries,
    get connections() {
      return connections;
    },
    answer,
    next: async (count = 1) => {
      while (deliveries.length < count) await once(server, 'delivery');
      return deliveries.slice(0, count);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return receiver;
}

/** Returns `null` if the sender went away within the request, which is not a fault of the receiver. */
async function deliveryOf(request: IncomingMessage): Promise<Delivery | null> {
  const body = await text(request).catch(() => null);
  if (body === null) return null;
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body, at: new Date() };
}

/**
 * If the function of the test throws, the receiver returns the error with 500, so that it shows in the stored response.
 */
async function perform(answering: () => Answer | Promise<Answer>, response: ServerResponse): Promise<void> {
  const answer = await Promise.resolve()
    .then(answering)
    .catch((error: unknown): Answer => ({ status: 500, body: String(error) }));
  if (answer === 'hang') return;
  if (answer === 'destroy') {
    response.destroy();
    return;
  }
  if (answer.delay) await after(answer.delay);
  response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
}
