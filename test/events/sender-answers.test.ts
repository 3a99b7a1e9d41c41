import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { head, makeSender, none, ok, rawReceiving, receiving, saying, send, whole } from './support.ts';

describe('a response', () => {
  it.each([200, 201, 204, 304, 400, 404, 410, 500, 503])('is reported with its status: %i', async (status) => {
    const receiver = await receiving(() => ({ status }));
    expect(await send(receiver.url)).toEqual({ ...whole, status });
  });

  it.each([301, 302, 303, 307, 308])('that redirects is not followed: %i', async (status) => {
    const elsewhere = await receiving();
    const receiver = await receiving(() => ({ status, headers: { location: elsewhere.url } }));
    expect(await send(receiver.url)).toEqual({ ...whole, status });
    expect(elsewhere.connections).toBe(0);
    expect(receiver.deliveries).toHaveLength(1);
  });

  it.each(['120', 'Fri, 31 Dec 2027 23:59:59 GMT', 'soon', '-1'])(
    'is reported with its Retry-After: %s',
    async (retryAfter) => {
      const receiver = await receiving(() => ({ status: 429, headers: { 'retry-after': retryAfter } }));
      expect(await send(receiver.url)).toEqual({ ...whole, status: 429, retryAfter });
    },
  );

  it('can follow interim responses', async () => {
    const early = head('HTTP/1.1 100 Continue') + head('HTTP/1.1 103 Early Hints', 'Link: </a>');
    expect(await send((await saying(early, ok)).url)).toEqual({ ...whole, response: 'ok' });
  });

  it('can end with the connection', async () => {
    const receiver = await rawReceiving((socket) => socket.end(`${head('HTTP/1.0 202 Accepted')}until the end`));
    expect(await send(receiver.url)).toEqual({ ...whole, status: 202, response: 'until the end' });
  });

  it.each([
    ['to its first KiB', 'x'.repeat(2000), 'x'.repeat(1024)],
    ['without a character cut in two', `${'x'.repeat(1022)}🏗`, 'x'.repeat(1022)],
    ['without NUL', 'a\0b\0', 'ab'],
    ['without its byte order mark', '\ufeffa', 'a'],
    ['with invalid UTF-8 replaced', Buffer.from([0x61, 0xff, 0xc3, 0x28]), 'a\ufffd\ufffd('],
    ['with a lone surrogate replaced', Buffer.from([0xed, 0xa0, 0x80, 0x61]), '\ufffd\ufffd\ufffda'],
    ['even if all of it is invalid UTF-8', Buffer.alloc(3000, 0xff), '\ufffd'.repeat(1024)],
  ])('is kept %s', async (_how, body, response) => {
    const receiver = await receiving(() => ({ body }));
    expect(await send(receiver.url)).toEqual({ ...whole, response });
  });

  it('is not kept if it is compressed, because the sender accepts no compression', async () => {
    const receiver = await receiving(() => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('thanks') }));
    expect(await send(receiver.url)).toEqual({ ...whole, response: null });
  });

  it('is read up to 64 KiB', async () => {
    const sender = makeSender();
    const receiver = await receiving(() => ({ body: 'x'.repeat(65_536) }));
    for (let nth = 1; nth <= 2; nth += 1) {
      expect(await send(receiver.url, {}, sender)).toEqual({ ...whole, response: 'x'.repeat(1024) });
    }
    expect(receiver.connections).toBe(1);
  });

  it.each([
    ['a little longer', head('HTTP/1.1 500 Oops', 'Content-Length: 65537') + 'x'.repeat(65_537)],
    ['much longer than the limit', head('HTTP/1.1 500 Oops', 'Content-Length: 9999999999') + 'x'.repeat(70_000)],
    [
      'in chunks without an end',
      head('HTTP/1.1 500 Oops', 'Transfer-Encoding: chunked') + `9\r\n${'x'.repeat(9)}\r\n`.repeat(9999),
    ],
  ])('that is %s is reported with its status and ends the connection', async (_what, said) => {
    const sender = makeSender();
    const receiver = await saying(said);
    for (let nth = 1; nth <= 2; nth += 1) {
      expect(await send(receiver.url, {}, sender)).toEqual({ ...whole, status: 500, response: 'x'.repeat(1024) });
    }
    await receiver.allClosed(2);
  });

  it('can arrive before the whole message is sent, which ends the connection', async () => {
    const receiver = await rawReceiving((socket) => {
      socket.pause();
      socket.write(head('HTTP/1.1 413 Too Large', 'Content-Length: 0'));
    });
    const body = 'x'.repeat(32 * 2 ** 20);
    expect(await send(receiver.url, { body })).toEqual({ ...whole, status: 413 });
    receiver.sockets[0]?.removeAllListeners('data').resume();
    await receiver.allClosed(1);
    expect(receiver.sockets[0]?.bytesRead).toBeLessThan(body.length);
  });

  it.each([
    ['garbage', 'HELLO\r\n\r\n', null],
    ['a response of HTTP/0.9', '<html>hello</html>', null],
    ['TLS', Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]), null],
    ['a response without a status', head('HTTP/1.1 OK'), null],
    ['two lengths', head('HTTP/1.1 200 OK', 'Content-Length: 2', 'Content-Length: 3') + 'abc', null],
    ['headers without a name', head('HTTP/1.1 200 OK', ': a'), null],
    ['too many headers', head('HTTP/1.1 200 OK', `X-Long: ${'x'.repeat(20_000)}`), null],
    ['another protocol', head('HTTP/1.1 101 Switching', 'Connection: Upgrade', 'Upgrade: websocket') + 'abc', null],
    ['chunks of no length', head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked') + '2\r\nab\r\nzz\r\n', 200],
  ])('must be HTTP, unlike %s', async (_what, said, status) => {
    const receiver = await saying(said);
    const response = status === null ? null : 'ab';
    expect(await send(receiver.url)).toEqual({ ...none('invalid_answer'), status, response });
    await receiver.allClosed(1);
  });

  it.each([
    ['before it begins', '', null, null],
    ['in its head', 'HTTP/1.1 200 OK\r\nContent-', null, null],
    ['before its body', head('HTTP/1.1 200 OK', 'Content-Length: 3', 'Retry-After: 1'), 200, ''],
    ['in its body', head('HTTP/1.1 200 OK', 'Content-Length: 3', 'Retry-After: 1') + 'ab', 200, 'ab'],
    [
      'between its chunks',
      head('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Retry-After: 1') + '2\r\nab\r\n',
      200,
      'ab',
    ],
  ])('that breaks off %s is reported as a lost connection', async (_when, said, status, response) => {
    const retryAfter = status === null ? null : '1';
    for (const close of [
      (socket: Socket) => socket.end(said),
      (socket: Socket) => socket.write(said, () => socket.resetAndDestroy()),
    ]) {
      const receiver = await rawReceiving(close);
      expect(await send(receiver.url)).toEqual({ ...none('connection_lost'), status, response, retryAfter });
      await receiver.allClosed(1);
    }
  });
});
