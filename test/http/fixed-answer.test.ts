import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeEdge } from './support.ts';

/** Text of which more effort makes a shorter body. */
const infoOf = (length: number): string =>
  Array.from({ length: length / 8 }, (_, index) =>
    ((index * index * 7919) % 9973).toString(36).padStart(8, 'plumb'),
  ).join('');

/** Returns a function that asks for the document at a host, and answers with the bytes that the server sends. */
function documentOf(length: number): (host: string, encoding?: string) => Promise<unknown> {
  const { app } = makeEdge({
    environment: { HOST: '0.0.0.0', PUBLIC_URL: '' },
    openapi: async () => ({ servers: [{ url: app.serviceUrl }], info: infoOf(length) }),
  });
  let sent: unknown;
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent = payload;
  });
  return async (host, encoding = 'identity') => {
    await app.inject({ url: '/openapi.json', headers: { host, 'accept-encoding': encoding } });
    return sent;
  };
}

it.each(['identity', 'br', 'gzip'])('makes the document of another address once (%s)', async (encoding) => {
  const ask = documentOf(2000);
  const first = await ask('office-pc', encoding);
  const other = await ask('192.0.2.7', encoding);
  expect(await ask('office-pc', encoding)).toBe(first);
  expect(other).not.toEqual(first);
});

it('forgets the documents of other addresses when they are too large together', async () => {
  const ask = documentOf(2 ** 20);
  const first = await ask('office-pc');
  // Each may be kept as it is and in two codings.
  for (let index = 0; index < 11; index += 1) await ask(`host-${index}`);
  const again = await ask('office-pc');
  expect(again === first).toBe(false);
  expect(String(again) === String(first)).toBe(true);
});

it('compresses the document of another address with the effort of an answer that is sent once', async () => {
  const ask = documentOf(2 ** 16);
  const own = (await ask('a b', 'br')) as Buffer;
  const other = (await ask('office-pc', 'br')) as Buffer;
  expect(String(brotliDecompressSync(other))).toContain('http://office-pc');
  expect(other.length).toBeGreaterThan(own.length * 1.05);
});
