import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Resolve } from '../../src/events/safe-address.ts';
import type { Reception } from '../../src/events/sender.ts';
import {
  addresses,
  head,
  here,
  makeSender,
  none,
  ok,
  rawReceiving,
  receiving,
  saying,
  send,
  whole,
} from './support.ts';

const never = (): Promise<never> => new Promise(() => undefined);

describe('the deadline of a message', () => {
  const inTime = 500;

  it.each([
    ['the response does not begin', '', null, null],
    ['the head does not end', 'HTTP/1.1 200 OK\r\nX: ', null, null],
    ['only interim responses arrive', head('HTTP/1.1 100 Continue'), null, null],
    ['the body does not begin', head('HTTP/1.1 200 OK', 'Content-Length: 9'), 200, ''],
    ['the body does not end', head('HTTP/1.1 200 OK', 'Content-Length: 9') + 'ab', 200, 'ab'],
    ['the connection does not end', head('HTTP/1.1 200 OK') + 'ab', 200, 'ab'],
  ])('ends the attempt if %s', async (_what, said, status, response) => {
    const receiver = await saying(said);
    const reception = await send(receiver.url, {}, makeSender(here, inTime));
    expect(reception).toEqual({ ...none('timeout'), status, response });
    await receiver.allClosed(1);
  });

  it('ends the attempt even if the response arrives in drips', async () => {
    const receiver = await rawReceiving((socket) => {
      socket.write(head('HTTP/1.1 200 OK', 'Content-Length: 99999'));
      const drip = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const reception = await send(receiver.url, {}, makeSender(here, inTime));
    expect(reception).toMatchObject({ status: 200, error: 'timeout', response: expect.stringMatching(/^[.]+$/) });
    await receiver.allClosed(1);
  });

  it('includes the time to resolve the name', async () => {
    const rules = { allowPrivate: true, resolve: never };
    expect(await send('http://hooks.example.com/', {}, makeSender(rules, inTime))).toEqual(none('timeout'));
  });

  it('includes the TLS handshake', async () => {
    const receiver = await saying();
    const url = receiver.url.replace('http:', 'https:');
    expect(await send(url, {}, makeSender(here, inTime))).toEqual(none('timeout'));
    await receiver.allClosed(1);
  });

  it('does not start again with a second connection', async () => {
    const receiver = await rawReceiving((socket, nth) => {
      if (nth === 2) return;
      if (socket.bytesWritten > 0) socket.resetAndDestroy();
      else socket.write(ok);
    });
    const sender = makeSender(here, inTime);
    await send(receiver.url, {}, sender);
    expect(await send(receiver.url, {}, sender)).toEqual(none('timeout'));
    await receiver.allClosed(2);
  });

  it.each([
    ['is already aborted', AbortSignal.abort()],
    ['is aborted meanwhile', AbortSignal.timeout(100)],
  ])('gives way to an abort if the message %s', async (_when, signal) => {
    const receiver = await receiving(() => 'hang');
    expect(await send(receiver.url, { signal })).toEqual(none('aborted'));
  });
});

describe('a connection', () => {
  it('serves one message after another', async () => {
    const sender = makeSender();
    const receiver = await receiving();
    for (let nth = 1; nth <= 3; nth += 1) expect(await send(receiver.url, {}, sender)).toEqual(whole);
    expect(receiver.connections).toBe(1);
  });

  it('serves one message at a time', async () => {
    const sender = makeSender();
    const receiver = await receiving(async () => {
      await receiver.next(12);
      return {};
    });
    const { signal } = new AbortController();
    const all = await Promise.all(Array.from({ length: 12 }, () => send(receiver.url, { signal }, sender)));
    expect(all).toEqual(Array.from({ length: 12 }, () => whole));
    expect(receiver.connections).toBe(12);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('that the receiver closes before its next use is replaced once', async () => {
    const receiver = await rawReceiving((socket) => {
      if (socket.bytesWritten > 0) socket.resetAndDestroy();
      else socket.write(ok);
    });
    const sender = makeSender();
    const both = await Promise.all([1, 2].map(() => send(receiver.url, {}, sender)));
    expect([...both, await send(receiver.url, {}, sender)]).toEqual(Array(3).fill({ ...whole, response: 'ok' }));
    expect(receiver.sockets).toHaveLength(3);
  });

  it('that the receiver closes twice is not replaced again', async () => {
    const receiver = await rawReceiving((socket, nth) => {
      if (nth > 1 || socket.bytesWritten > 0) socket.resetAndDestroy();
      else socket.write(ok);
    });
    const sender = makeSender();
    expect(await send(receiver.url, {}, sender)).toEqual({ ...whole, response: 'ok' });
    expect(await send(receiver.url, {}, sender)).toEqual(none('connection_lost'));
    await receiver.allClosed(2);
  });

  it('that breaks off within a response is not replaced', async () => {
    const receiver = await rawReceiving((socket) => {
      if (socket.bytesWritten > 0) socket.end('HTTP/1.1 200 OK\r\n');
      else socket.write(ok);
    });
    const sender = makeSender();
    expect(await send(receiver.url, {}, sender)).toEqual({ ...whole, response: 'ok' });
    expect(await send(receiver.url, {}, sender)).toEqual(none('connection_lost'));
    await receiver.allClosed(1);
  });

  it('that is new and breaks off is not replaced', async () => {
    const receiver = await receiving(() => 'destroy');
    expect(await send(receiver.url)).toEqual(none('connection_lost'));
    expect(receiver.connections).toBe(1);
  });

  it('is refused if nothing listens at the address', async () => {
    const receiver = await receiving();
    await receiver.stop();
    expect(await send(receiver.url)).toEqual(none('connection_refused'));
    const rules = { allowPrivate: true, resolve: addresses('127.0.0.1', '127.0.0.2') };
    expect(await send(`http://hooks.example.com:${receiver.port}`, {}, makeSender(rules))).toEqual(
      none('connection_refused'),
    );
  });

  it.each([
    ['is unknown', (): Promise<never> => Promise.reject(new Error('ENOTFOUND'))],
    ['has no address', addresses()],
    [
      'makes the resolver throw',
      () => {
        throw new TypeError('a name');
      },
    ],
  ])('is not made to a name that %s', async (_what, resolve: Resolve) => {
    expect(await send('http://hooks.example.com/', {}, makeSender({ allowPrivate: true, resolve }))).toEqual(
      none('unknown_host'),
    );
  });

  it('that is idle is closed when the sender is disposed of', async () => {
    const [other, sender] = [makeSender(), makeSender()];
    const [beside, receiver] = [await saying(ok), await saying(ok)];
    expect(await send(beside.url, {}, other)).toEqual({ ...whole, response: 'ok' });
    expect(await send(receiver.url, {}, sender)).toEqual({ ...whole, response: 'ok' });
    await sender[Symbol.asyncDispose]();
    await receiver.allClosed(1);
    // The other sender’s connection has been idle for longer, so idleness did not close this one.
    expect(beside.sockets.map(({ closed }) => closed)).toEqual([false]);
  });

  it('that is in use is closed when the sender is disposed of', async () => {
    const sender = makeSender();
    const receiver = await receiving(() => 'hang');
    const receptions: Reception[] = [];
    for (const path of ['/a', '/b']) void send(receiver.url + path, {}, sender).then((one) => receptions.push(one));
    await receiver.next(2);
    await sender[Symbol.asyncDispose]();
    expect(receptions).toEqual([none('aborted'), none('aborted')]);
    expect(await send(receiver.url, {}, sender)).toEqual(none('aborted'));
    expect(receiver.connections).toBe(2);
  });

  it('is not made if the sender is disposed of first', async () => {
    const receiver = await receiving();
    const sender = makeSender();
    const sending = send(receiver.url, {}, sender);
    await sender[Symbol.asyncDispose]();
    expect(await sending).toEqual(none('aborted'));
    expect(receiver.deliveries).toEqual([]);
  });
});
