import { once } from 'node:events';
import { createServer, isIP, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { AddressRules, Resolve } from '../../src/events/safe-address.ts';
import type { SendError } from '../../src/events/send-error.ts';
import { Sender, type Reception, type Sending } from '../../src/events/sender.ts';
import { startReceiver, type Receiver } from '../support/delivery/receiver.ts';

/** A resolver that finds these addresses for every name. */
export const addresses =
  (...found: readonly string[]): Resolve =>
  () =>
    Promise.resolve(found.map((address) => ({ address, family: isIP(address) })));

/** Lets anything be sent to this machine, which every name leads to. */
export const here: AddressRules = { allowPrivate: true, resolve: addresses('127.0.0.1') };

/** A sender that is disposed of when the test is over. */
export function makeSender(rules: AddressRules = here, deadlineMs = 10_000): Sender {
  const sender = new Sender({ rules, deadlineMs, userAgent: 'Plumbline/test' });
  onTestFinished(() => sender[Symbol.asyncDispose]());
  return sender;
}

/** Sends a small body, by a sender of its own unless one is given. */
export const send = (url: string, sending: Partial<Sending> = {}, sender = makeSender()): Promise<Reception> =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}', ...sending });

/** A receiver that is stopped when the test is over. */
export async function receiving(...how: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...how);
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** A receiver that says what no server would. */
export interface RawReceiver {
  readonly url: string;
  /** Every connection ever made. */
  readonly sockets: readonly Socket[];
  /** Resolves when so many connections have been made, and all of them are closed. */
  allClosed(count: number): Promise<void>;
}

/** @param serve told of each part of a request, and the how manieth connection it came on, counted from 1. */
export async function rawReceiving(serve: (socket: Socket, nth: number) => void): Promise<RawReceiver> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const nth = sockets.push(socket);
    // Its other side may go away however it likes.
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

/** What an answer begins with. */
export const head = (line: string, ...headers: string[]): string => [line, ...headers, '', ''].join('\r\n');

/** A small answer after which the connection may serve again. */
export const ok = head('HTTP/1.1 200 OK', 'Content-Length: 2') + 'ok';

const durationMs: unknown = expect.any(Number);

/** How a message is received that was answered by 200 and nothing. */
export const whole = { status: 200, durationMs, error: null, response: '', retryAfter: null };

/** How a message is received that was not answered. */
export const none = (error: SendError) => ({ status: null, durationMs, error, response: null, retryAfter: null });

/** A receiver that says the same on every connection, once something has come. */
export const saying = (...said: readonly (string | Uint8Array)[]): Promise<RawReceiver> =>
  rawReceiving((socket) => {
    for (const part of said) socket.write(part);
  });

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
