import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Handle, Operation } from '../../src/http/contract/operation.ts';
import { codeOf, type Edge, head, listen, makeEdge, open, parseAnswer, posting, raw, rest, v1 } from './support.ts';

const mebibyte = 2 ** 20;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** An edge with the token ids of the changes that it has made. */
type LargeEdge = Edge & { readonly made: readonly string[] };

/** Larger than the socket buffers of the system. */
const large = '"'.padEnd(64 * mebibyte, 'x').concat('"');

const change = {
  method: 'POST',
  summary: '',
  tag: 'projects',
  scope: 'write',
  query: [],
  request: {},
  status: 200,
} as const;

/** Returns an edge with large responses. */
function makeLargeEdge(timeouts: { write: number }, limits = '256/128'): LargeEdge {
  const made: string[] = [];
  async function* endless() {
    for (;;) yield await Promise.resolve(large.slice(0, mebibyte));
  }
  const making: Handle = async ({ context }) => {
    made.push(context.actor.tokenId);
    return { status: 200, body: large };
  };
  const usual = { method: 'GET', summary: '', tag: 'projects', scope: 'read', query: [], status: 200 } as const;
  const operations: Operation[] = [
    { ...usual, id: 'large', path: '/large', handle: async () => ({ status: 200, body: large }) },
    { ...change, id: 'change', path: '/large', handle: making },
    { ...usual, id: 'endless', path: '/endless', handle: async () => ({ status: 200, stream: endless }) },
  ];
  return { ...makeEdge({ operations, timeouts, environment: { ANSWERS_IN_FLIGHT: limits } }), made };
}

it.each(['/large', '/endless'])('the service cuts off a client that does not read %s', async (path) => {
  const edge = makeLargeEdge({ write: 50 });
  const port = await listen(edge);
  const asked = once(edge.app.server, 'request') as Promise<[unknown, ServerResponse]>;
  const socket = connect(port, '127.0.0.1');
  socket.write(head(`GET ${v1}${path}`, 'reader'));
  const [, response] = await asked;
  await once(response, 'close');
  expect(edge.log.filter(({ msg }) => msg === 'disconnected a client that does not read its answer')).toHaveLength(1);
  socket.destroy();
});

it('the service sends a whole response to a client that reads slowly but steadily', async () => {
  const port = await listen(makeLargeEdge({ write: 200 }));
  const socket = await open(port);
  socket.write(head(`GET ${v1}/large`, 'reader', 'Connection: close'));
  let [length, unpaused] = [0, 0];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length - unpaused < 8 * mebibyte) continue;
    unpaused = length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(length).toBeGreaterThan(64 * mebibyte);
});

it('the service answers a pipelined request that takes longer than the write timeout', async () => {
  const gate = new EventEmitter();
  const slow: Handle = async ({ query }) => {
    if (query['wait'] === undefined) return { status: 200, body: '{}' };
    await once(gate, 'open');
    return { status: 200, body: '{"slow":true}' };
  };
  const wait = { name: 'wait', schema: {}, description: '' };
  const operations: Operation[] = [
    { ...change, method: 'GET', scope: 'read', id: 'slow', path: '/slow', query: [wait], handle: slow },
  ];
  const edge = makeEdge({ operations, timeouts: { write: 50 } });
  const port = await listen(edge);
  const [served] = [once(edge.app.server, 'connection') as Promise<[Socket]>];
  const socket = await open(port);
  const [connection] = await served;
  const answered = rest(socket);
  const pipelined = [head(`GET ${v1}/slow`, 'reader'), head(`GET ${v1}/slow?wait=1`, 'reader', 'Connection: close')];
  socket.write(pipelined.join(''));
  await once(connection, 'timeout');
  gate.emit('open');
  expect(await answered).toMatch(/\{"slow":true\}$/);
});

it('the service sends a whole response to a client that reads all of it', async () => {
  const port = await listen(makeLargeEdge({ write: 1000 }));
  const socket = await open(port);
  socket.write(head(`GET ${v1}/large`, 'reader', 'Connection: close'));
  const answer = parseAnswer(await rest(socket));
  expect([answer.status, answer.body.length]).toEqual([200, 64 * mebibyte + 1]);
});

/** Sends a request and reads nothing of the response. */
async function hoarding(port: number, request: string): Promise<Socket> {
  const socket = await open(port);
  socket.on('error', () => undefined).pause();
  socket.write(request);
  return socket;
}

const changing = (token: string, path = '/large'): string => posting(token, path, 2).concat('{}');

const statusesOf = ({ log }: Edge) => log.flatMap(({ status }) => (status === undefined ? [] : [status]));

describe('while an account has too many unread bytes', () => {
  it('its changes return 503 before they are made, and its reads return 503 too', async () => {
    const edge = makeLargeEdge({ write: 10_000 }, '64/48');
    const port = await listen(edge);
    const held = await hoarding(port, changing('admin'));
    await expect.poll(() => edge.made).toEqual(['token-of-admin']);
    const closing = (request: string) => raw(port, request.replace('Host', 'Connection: close\r\nHost'));
    const refused = await closing(changing('narrow'));
    expect(codeOf(refused)).toEqual([503, 'unavailable']);
    expect(refused.headers['retry-after']).toBe('1');
    expect(codeOf(await closing(head(`GET ${v1}/large`, 'reader')))).toEqual([503, 'unavailable']);
    expect(edge.made).toEqual(['token-of-admin']);
    held.destroy();
    await expect.poll(async () => (await closing(changing('narrow'))).status).toBe(200);
  });

  it('only as many bulk requests start as there is room for, even if many arrive at once', async () => {
    const gate = new EventEmitter();
    let begun = 0;
    const handle: Handle = async () => {
      begun += 1;
      await once(gate, 'open');
      return { status: 200, body: large };
    };
    const rows = { key: 'large', most: 1 };
    const operations: Operation[] = [{ ...change, id: 'bulk', path: '/large/bulk', rows, handle }];
    const edge = makeEdge({ operations, environment: { ANSWERS_IN_FLIGHT: '16' } });
    const port = await listen(edge);
    const sockets = await Promise.all(numbers(5).map(() => hoarding(port, changing('admin', '/large/bulk'))));
    await expect.poll(() => begun).toBe(2);
    gate.emit('open');
    await expect.poll(() => statusesOf(edge)).toEqual([503, 503, 503]);
    expect(begun).toBe(2);
    for (const socket of sockets) socket.destroy();
  });
});

it('the service makes many concurrent changes, as many at a time as there is room for their responses', async () => {
  const underWay = { now: 0, most: 0 };
  const handle: Handle = async () => {
    underWay.most = Math.max(underWay.most, (underWay.now += 1));
    await new Promise((resolve) => setImmediate(resolve));
    underWay.now -= 1;
    return { status: 200, body: '{}' };
  };
  const operations: Operation[] = [{ ...change, id: 'change', path: '/small', handle }];
  const { app } = makeEdge({ operations, environment: { ANSWERS_IN_FLIGHT: '16' } });
  const request = { method: 'POST', url: `${v1}/small`, headers: { authorization: 'Bearer admin' } } as const;
  const answers = await Promise.all(numbers(100).map(() => app.inject(request)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(underWay.most).toBe(16);
});
