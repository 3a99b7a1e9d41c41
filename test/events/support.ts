import { once } from 'node:events';
import { createServer, isIP, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { AddressRules, Resolve } from '../../src/events/safe-address.ts';
import type { SendError } from '../../src/events/send-error.ts';
import { Sender, type Reception, type PostRequest } from '../../src/events/sender.ts';
import { startReceiver, type Receiver } from '../support/delivery/receiver.ts';

/** Returns a resolver that finds these addresses for every name. */
export const addresses =
  (...found: readonly string[]): Resolve =>
  () =>
    Promise.resolve(found.map((address) => ({ address, family: isIP(address) })));

/** Allows private addresses. Every name leads to this machine. */
export const here: AddressRules = { allowPrivate: true, resolve: addresses('127.0.0.1') };

/** Returns a sender that is disposed of after the test. */
export function makeSender(rules: AddressRules = here, deadlineMs = 10_000): Sender {
  const sender = new Sender({ rules, deadlineMs, userAgent: 'Plumbline/test' });
  onTestFinished(() => sender[Symbol.asyncDispose]());
  return sender;
}

/** Sends a small body with the given sender, or with a new one. */
export const send = (url: string, sending: Partial<PostRequest> = {}, sender = makeSender()): Promise<Reception> =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}', ...sending });

/** Starts a receiver that stops after the test. */
export async function receiving(...how: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...how);
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** A receiver that can send invalid responses. */
export interface RawReceiver {
  readonly url: string;
  /** All connections so far. */
  readonly sockets: readonly Socket[];
  /** Resolves when at least `count` connections have been made and all of them are closed. */
  allClosed(count: number): Promise<void>;
}

/** @param serve gets each part of a request with the number of its connection, counted from 1. */
export async function rawReceiving(serve: (socket: Socket, nth: number) => void): Promise<RawReceiver> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const nth = sockets.push(socket);
    // The client can reset the connection.
    socket.on('error', () => socket.destroy());
    socket.on('data', () => serve(socket, nth));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    allClosed: async (count) => {
      while (sockets.length < count) await once(server, 'connection');
      await Promise.all(sockets.map(closed));
    },
  };
}

/** Returns the head of a response. */
export const head = (line: string, ...headers: string[]): string => [line, ...headers, '', ''].join('\r\n');

/** A small response that keeps the connection open. */
export const ok = head('HTTP/1.1 200 OK', 'Content-Length: 2') + 'ok';

const durationMs: unknown = expect.any(Number);

/** The result of a message with an empty response and the status 200. */
export const whole = { status: 200, durationMs, error: null, response: '', retryAfter: null };

/** The result of a message without a response. */
export const none = (error: SendError) => ({ status: null, durationMs, error, response: null, retryAfter: null });

/** Starts a receiver that sends the same bytes on every connection, once data has arrived. */
export const saying = (...said: readonly (string | Uint8Array)[]): Promise<RawReceiver> =>
  rawReceiving((socket) => {
    for (const part of said) socket.write(part);
  });

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
