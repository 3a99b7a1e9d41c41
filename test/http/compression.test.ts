import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract/operation.ts';
import { admin, type Edge, makeEdge, v1 } from './support.ts';

const usual = { method: 'GET', summary: '', tag: 'projects', scope: 'read', query: [], status: 200 } as const;
const long = JSON.stringify({ projects: Array.from({ length: 100 }, (_, id) => ({ id, name: 'Hudson Clinic' })) });
const decoded = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Buffer): Buffer => bytes,
};

async function* events() {
  yield await Promise.resolve('x'.repeat(5000));
}

const operations: Operation[] = [
  { ...usual, id: 'long', path: '/long', handle: async () => ({ status: 200, body: long, headers: { ETag: '"4"' } }) },
  { ...usual, id: 'bytes', path: '/bytes', handle: async () => ({ status: 200, bytes: Buffer.from(long) }) },
  { ...usual, id: 'short', path: '/short', handle: async () => ({ status: 200, body: '{"projects":[]}' }) },
  { ...usual, id: 'events', path: '/events', handle: async () => ({ status: 200, stream: events }) },
];

const makeLongEdge = (environment = {}): Edge =>
  makeEdge({ operations, environment, openapi: async () => ({ openapi: '3.1.0', long }) });

async function ask({ app }: Edge, url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') {
  const accepting = encoding === undefined ? {} : { 'accept-encoding': encoding };
  const { headers, rawPayload } = await app.inject({ method, url, headers: { ...admin, ...accepting } });
  const coding = headers['content-encoding'] ?? 'none';
  return { headers, coding: coding as keyof typeof decoded, rawPayload };
}

describe('a long response', () => {
  it.each([
    [undefined, 'none'],
    ['', 'none'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.9', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0', 'none'],
    ['gzip;q=2', 'none'],
    ['gzip;q=0.2, identity;q=0.9', 'none'],
    ['gzip;q=0.9, identity;q=0.2', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0', 'none'],
    ['deflate', 'none'],
  ] as const)('to Accept-Encoding %j has the coding %s', async (encoding, expected) => {
    const { coding, headers, rawPayload } = await ask(makeLongEdge(), `${v1}/long`, encoding);
    expect(coding).toBe(expected);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(headers['etag']).toBe('"4"');
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(decoded[coding](rawPayload).toString()).toBe(long);
  });

  it.each(['/api/2023-01/long', '/api/2023-01/bytes', '/openapi.json', '/metrics'])(
    'at %s is compressed, and has the same headers for HEAD',
    async (path) => {
      const edge = makeLongEdge({ CORS_ORIGINS: 'https://app.example.com' });
      const plain = await ask(edge, path);
      const get = await ask(edge, path, 'gzip');
      const head = await ask(edge, path, 'gzip', 'HEAD');
      expect(get.coding).toBe('gzip');
      expect(get.headers['vary']).toBe('Origin, Accept-Encoding');
      if (path !== '/metrics') expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.coding).toBe('gzip');
      expect(head.rawPayload).toHaveLength(0);
      expect(get.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    },
  );
});

describe('other responses', () => {
  it('are not compressed if they are short, unless the client requires it', async () => {
    const edge = makeLongEdge();
    const { coding, headers } = await ask(edge, `${v1}/short`, 'gzip');
    expect([coding, headers['vary']]).toEqual(['none', undefined]);
    expect((await ask(edge, `${v1}/short`, 'gzip, identity;q=0')).coding).toBe('gzip');
  });

  it('are not compressed beyond 32 MiB in compression at once, the document included', async () => {
    const edge = makeEdge({ openapi: async () => ({ long: 'x'.repeat(32 * 2 ** 20) }) });
    expect((await ask(edge, '/openapi.json', 'br')).coding).toBe('none');
  });

  it('are not compressed if they are event streams', async () => {
    const { coding, rawPayload } = await ask(makeLongEdge(), `${v1}/events`, 'gzip, br');
    expect([coding, rawPayload.length]).toEqual(['none', 5000]);
  });

  it('have no body if the document has not changed', async () => {
    const edge = makeLongEdge();
    const { headers } = await ask(edge, '/openapi.json', 'br');
    const again = await edge.app.inject({
      url: '/openapi.json',
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('are compressed if they list many problems', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `unknown_${index}=1`).join('&');
    const { coding, headers, rawPayload } = await ask(makeEdge(), `${v1}/projects?${names}`, 'br');
    expect([coding, headers['content-type']]).toEqual(['br', 'application/problem+json']);
    expect(JSON.parse(decoded.br(rawPayload).toString()).errors).toHaveLength(40);
  });
});
