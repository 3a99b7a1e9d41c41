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

/** A request as it arrived. */
export interface Delivery {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: Date;
}

/** What a receiver does: answers (200 and nothing, unless said), never answers, or cuts the connection. */
export type Answer =
  | 'hang'
  | 'destroy'
  | {
      readonly status?: number;
      readonly headers?: OutgoingHttpHeaders;
      readonly body?: string | Uint8Array;
      /** In milliseconds, before the head. */
      readonly delay?: number;
    };

export type Answering = (delivery: Delivery) => Answer | Promise<Answer>;

export interface Receiver extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** All that has arrived whole, in order. */
  readonly deliveries: readonly Delivery[];
  /** How many connections have been made so far. */
  readonly connections: number;
  /** May be replaced at any time: what has arrived is answered by what stands here then. */
  answer: Answering;
  /** The first so many deliveries, counted from the start, once that many have arrived. */
  next(count?: number): Promise<readonly Delivery[]>;
  /** Cuts all connections; new ones are refused from then on. */
  stop(): Promise<void>;
}

/**
 * A receiver of webhooks at 127.0.0.1.
 * @param answer what it does with each delivery.
 * @param secured its key and its certificate, to receive over TLS.
 */
export async function startReceiver(
  answer: Answering = () => ({}),
  secured: { readonly key: string; readonly cert: string } | null = null,
): Promise<Receiver> {
  const server = secured ? createSecureServer(secured) : createServer();
  // Any number may wait for deliveries.
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

/** `null` when whoever sent it went away in the midst of it, which is no failure of the receiver's. */
async function deliveryOf(request: IncomingMessage): Promise<Delivery | null> {
  const body = await text(request).catch(() => null);
  if (body === null) return null;
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body, at: new Date() };
}

/** What a test's own answering throws is answered as a 500, so that it shows in what was kept of the answer. */
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
