import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ServerOptions } from '../../src/http/server/server.ts';
import { codeOf, head, listen, makeEdge, open, posting, raw, v1 } from './support.ts';

const mebibyte = 2 ** 20;

/** Sends a body except its last byte. */
async function stalling(port: number, token: string, size: number): Promise<Socket> {
  const socket = await open(port);
  socket.write(posting(token, '/projects/bulk', size));
  await new Promise((resolve) => socket.write(Buffer.alloc(size - 1, ' '), resolve));
  return socket;
}

const create = async (port: number, token: string) => {
  const request = posting(token, '/projects', 2).replace('Host', 'Connection: close\r\nHost');
  return await raw(port, request, '{}');
};

it('the service closes the connection if a body stops arriving, long before the request timeout', async () => {
  const edge = makeEdge({ timeouts: { stall: 50 } });
  const answer = await raw(await listen(edge), posting('admin', '/projects', 9), '{"a"');
  expect(codeOf(answer)).toEqual([408, 'request_timeout']);
  expect(answer.headers['connection']).toBe('close');
  expect(edge.requests).toEqual([]);
});

it('the service accepts a body in any number of chunks', async () => {
  const edge = makeEdge();
  const text = JSON.stringify({ project: { name: 'n'.repeat(100_000) } });
  const chunks = Array.from(text, (letter) => `1\r\n${letter}\r\n`).join('');
  const request = head(`POST ${v1}/projects`, 'admin', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
  const answer = await raw(
    await listen(edge),
    request.replace('Host', 'Connection: close\r\nHost'),
    `${chunks}0\r\n\r\n`,
  );
  expect(answer.status).toBe(201);
  expect(edge.requests[0]?.body).toEqual(JSON.parse(text));
});

it.each([
  ['one token', { limits: '32/16', token: 'admin', refused: [429, 'rate_limit_exceeded'] }],
  ['the tokens of one account', { limits: '32/16', token: 'narrow', refused: [429, 'rate_limit_exceeded'] }],
  ['all accounts', { limits: '16/16', token: 'other', refused: [503, 'unavailable'] }],
])('the service limits the bytes of concurrent bodies of %s', async (_whose, { limits, token, refused }) => {
  const edge = makeEdge({ environment: { BODIES_IN_FLIGHT: limits } });
  const port = await listen(edge);
  const held = await stalling(port, 'admin', 16 * mebibyte);
  await expect.poll(async () => codeOf(await create(port, token))).toEqual(refused);
  expect((await create(port, token)).headers['retry-after']).toBe('1');
  if (limits === '32/16') expect((await create(port, 'other')).status).toBe(201);
  held.destroy();
  await expect.poll(async () => (await create(port, token)).status).toBe(201);
});

describe('bodies without a credential', () => {
  const most = 4 * mebibyte;

  async function listening(): Promise<number> {
    const pages: ServerOptions['pages'] = async (app) => {
      app.post('/form', { bodyLimit: most }, async () => 'taken');
    };
    return await listen(makeEdge({ pages, environment: { BODIES_IN_FLIGHT: '16', TRUST_PROXY: '1' } }));
  }

  const from = (address: string, length: number): string =>
    [
      'POST /form HTTP/1.1',
      'Host: crm',
      `X-Forwarded-For: ${address}`,
      'Content-Type: text/plain',
      `Content-Length: ${length}`,
    ]
      .join('\r\n')
      .concat('\r\n\r\n');

  const send = async (port: number, address: string) =>
    await raw(port, from(address, 2).replace('Host', 'Connection: close\r\nHost'), 'ab');

  it('use at most 4 MiB for one address and 16 MiB in all, and nothing of the limit for accounts', async () => {
    const port = await listening();
    const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'];
    const held = await Promise.all(addresses.map(() => open(port)));
    for (const [index, socket] of held.entries()) {
      socket.write(from(addresses[index] ?? '', most));
      await new Promise((resolve) => socket.write(Buffer.alloc(most - 1), resolve));
    }
    await expect.poll(async () => codeOf(await send(port, '203.0.113.1'))).toEqual([429, 'rate_limit_exceeded']);
    await expect.poll(async () => codeOf(await send(port, '203.0.113.9'))).toEqual([503, 'unavailable']);
    expect((await create(port, 'admin')).status).toBe(201);
    for (const socket of held) socket.destroy();
  });
});

it('the service closes the connection if a body arrives too slowly as a whole', async () => {
  const edge = makeEdge({ timeouts: { stall: 5000, request: 100 } });
  const socket = await open(await listen(edge));
  socket.write(posting('admin', '/projects', 1000));
  const drip = setInterval(() => socket.write(' '), 10);
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (data: Buffer) => resolve(data.toString())),
  );
  clearInterval(drip);
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('The body did not arrive within 0.1 s.');
  expect(edge.requests).toEqual([]);
});
