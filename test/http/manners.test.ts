import { describe, expect, it } from 'vitest';
import { admin, listen, makeEdge, problem, raw, requestId, v1 } from './support.ts';

describe('a path with a trailing slash', () => {
  it.each([
    ['GET', '/projects/', '/projects'],
    ['GET', '/projects/?page=2', '/projects?page=2'],
    ['GET', '/projects/4/', '/projects/4'],
    ['DELETE', '/projects/4/', '/projects/4'],
    ['POST', '/projects/4/restore/', '/projects/4/restore'],
  ] as const)('%s %s means %s', async (method, url, same) => {
    const edge = makeEdge();
    const answer = await edge.app.inject({ method, url: v1 + url, headers: admin });
    expect(answer.statusCode).toBeLessThan(300);
    expect(edge.requests[0]?.target).toBe(v1 + same);
  });

  it.each(['/projects//', '/projects/4//', '//projects/', '/projects/4/restore//'])('%s returns 404', async (url) => {
    const { app } = makeEdge();
    expect((await app.inject({ url: v1 + url, headers: admin })).statusCode).toBe(404);
  });

  it.each(['/projects', '/projects/', '/projects/?page=2'])('%s can follow a whole origin', async (url) => {
    const request = `GET http://crm${v1}${url} HTTP/1.1\r\nHost: crm\r\nConnection: close\r\n`;
    const answer = await raw(await listen(makeEdge()), `${request}Authorization: Bearer admin\r\n\r\n`);
    expect(answer.status).toBe(200);
  });

  it('is a separate path below /docs', async () => {
    const { app } = makeEdge({ pages: async (own) => void own.get('/docs/', async () => 'the docs') });
    expect((await app.inject('/docs/')).body).toBe('the docs');
  });

  it('reaches the other endpoints too', async () => {
    expect((await makeEdge().app.inject('/health/')).statusCode).toBe(200);
  });
});

describe("a client's X-Request-Id", () => {
  const url = `${v1}/crash`;
  it.each(['mine', '0', '!~', 'a'.repeat(128), '7b6f1c3e-7a0e-4d3c-9a51-3f1d1a1e6a10'])(
    '%j is in the response, the problem and the log',
    async (id) => {
      const edge = makeEdge();
      const answer = await edge.app.inject({ url, headers: { ...admin, 'x-request-id': id } });
      expect([answer.headers['x-request-id'], answer.json().request_id]).toEqual([id, id]);
      expect(edge.log.map((line) => [line['request_id'], line['client_request_id']])).toEqual([
        [id, undefined],
        [id, undefined],
      ]);
    },
  );

  it.each(['', ' ', 'two words', 'a'.repeat(129), '\u00e9', '\u009b2J', 'tab\tbed'])(
    '%j is invalid, so the service generates one',
    async (id) => {
      const edge = makeEdge();
      const answer = await edge.app.inject({ url, headers: { ...admin, 'x-request-id': id } });
      expect([answer.headers['x-request-id'], answer.json().request_id]).toEqual([requestId, requestId]);
      expect(edge.log.at(-1)).toMatchObject({ client_request_id: id });
    },
  );

  it('is escaped in the log', async () => {
    const lines: string[] = [];
    const { createLog } = await import('../../src/log.ts');
    const edge = makeEdge({ log: createLog('info', { write: (line) => void lines.push(line) }) });
    await edge.app.inject({ url, headers: { ...admin, 'x-request-id': 'a\u009b2J\u007f' } });
    expect(lines.join('')).toContain('"client_request_id":"a\\u009b2J\\u007f"');
  });
});

describe('every response', () => {
  const paths = ['/', '/health', `${v1}/projects/4`, `${v1}/crash`, '/nowhere'];
  const elsewhere = { PUBLIC_URL: 'http://crm.example.com' };
  const forwarded = { 'x-forwarded-proto': 'https' };

  it.each(paths)('%s has Server-Timing and the referrer policy no-referrer', async (url) => {
    const { headers } = await makeEdge().app.inject({ url, headers: admin });
    expect(headers['referrer-policy']).toBe('no-referrer');
    const [, total, db] = /^total;dur=(\d+\.\d), db;dur=(\d+\.\d)$/.exec(String(headers['server-timing'])) ?? [];
    expect(Number(db)).toBeLessThanOrEqual(Number(total));
  });

  it.each([
    ['https in PUBLIC_URL', {}, {}, true],
    ['no https', elsewhere, {}, false],
    ['https at a trusted proxy', { ...elsewhere, TRUST_PROXY: '1' }, forwarded, true],
    ['https at an untrusted proxy', elsewhere, forwarded, false],
  ])('has Strict-Transport-Security only for https: %s', async (_how, environment, headers, asks) => {
    for (const url of paths) {
      const answer = await makeEdge({ environment }).app.inject({ url, headers: { ...admin, ...headers } });
      expect(answer.headers['strict-transport-security'], url).toBe(asks ? 'max-age=31536000' : undefined);
    }
  });

  it('has Strict-Transport-Security if the parser refuses the request too', async () => {
    const { headers } = await raw(await listen(makeEdge()), 'NONSENSE\r\n\r\n');
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'referrer-policy': 'no-referrer',
    });
  });
});

describe('the header Host', () => {
  const ask = async (...lines: string[]) =>
    await raw(await listen(makeEdge()), [`GET /health HTTP/1.1`, 'Connection: close', ...lines, '', ''].join('\r\n'));

  it.each([
    ['twice', ['Host: a.example', 'Host: b.example']],
    ['twice the same', ['Host: a.example', 'host: a.example']],
  ])('given %s returns 400', async (_how, lines) => {
    const { status, body } = await ask(...lines);
    expect([status, JSON.parse(body).detail]).toEqual([400, 'Send the header Host only once.']);
  });

  it('given once returns 200', async () => {
    expect((await ask('Host: a.example', 'X-Host: b.example')).status).toBe(200);
  });
});

describe('/metrics', () => {
  const via = { 'x-forwarded-for': '203.0.113.7' };
  it.each<[string, string, { environment?: object; headers?: object }, number]>([
    ['from loopback', '127.0.0.1', {}, 200],
    ['from loopback by IPv6', '::1', {}, 200],
    ['from loopback mapped to IPv6', '::ffff:127.0.0.1', {}, 200],
    ['from elsewhere', '203.0.113.7', {}, 403],
    ['from a private network', '10.0.0.7', {}, 403],
    ['from elsewhere if metrics are public', '203.0.113.7', { environment: { METRICS_PUBLIC: '1' } }, 200],
    ['from an untrusted local proxy', '127.0.0.1', { headers: via }, 403],
    ['from an untrusted local proxy that sends Via', '127.0.0.1', { headers: { via: '1.1 proxy' } }, 403],
    [
      'from elsewhere through a trusted local proxy',
      '127.0.0.1',
      { environment: { TRUST_PROXY: 'loopback' }, headers: via },
      403,
    ],
    [
      'from loopback through a trusted local proxy',
      '127.0.0.1',
      { environment: { TRUST_PROXY: '1' }, headers: { 'x-forwarded-for': '127.0.0.1' } },
      200,
    ],
    [
      'from elsewhere with a forged loopback address, trusted',
      '203.0.113.7',
      { environment: { TRUST_PROXY: '1' }, headers: { 'x-forwarded-for': '::1' } },
      403,
    ],
    [
      'from elsewhere with a forged loopback address',
      '203.0.113.7',
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      403,
    ],
    ['from loopback by an IPv6 address', '::1', { headers: { host: '[::1]:3000' } }, 200],
    ['from loopback by the public URL', '127.0.0.1', { headers: { host: 'CRM.example.com' } }, 200],
    ['from loopback by a foreign name', '127.0.0.1', { headers: { host: 'evil.example:3000' } }, 403],
    ['from loopback by a name like an address', '127.0.0.1', { headers: { host: '127.0.0.1.evil.example' } }, 403],
    [
      'from loopback by a foreign name with a forged one, trusted',
      '127.0.0.1',
      { environment: { TRUST_PROXY: '1' }, headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } },
      403,
    ],
    [
      'from loopback by a foreign name through a trusted local proxy',
      '127.0.0.1',
      {
        environment: { TRUST_PROXY: '1' },
        headers: { host: '127.0.0.1', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' },
      },
      403,
    ],
  ])('is granted or refused without a token %s', async (_where, remoteAddress, { environment, headers }, status) => {
    const { app } = makeEdge({ environment: { ...environment } });
    const answer = await app.inject({ url: '/metrics', remoteAddress, headers: { ...headers } });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json()).toMatchObject({ code: 'forbidden' });
  });

  it('is granted with the token from anywhere', async () => {
    const { app } = makeEdge({ environment: { METRICS_TOKEN: 'monitor' } });
    const ask = (authorization: string) =>
      app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: { authorization } });
    expect((await ask('Bearer monitor')).statusCode).toBe(200);
    expect((await ask('Bearer other')).statusCode).toBe(401);
  });
});

describe('/', () => {
  it('varies by the origin if the operator allows other origins', async () => {
    const { app } = makeEdge({ environment: { CORS_ORIGINS: 'https://app.example.com' } });
    expect((await app.inject('/')).headers['vary']).toBe('Origin, Accept');
  });

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it.each([browser, 'text/html', 'application/json;q=0.5, text/*', 'TEXT/HTML;q=0.9, */*;q=0.1'])(
    'returns a page for Accept %s',
    async (accept) => {
      const answer = await makeEdge().app.inject({ url: '/', headers: { accept } });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept, Accept-Encoding',
      });
      expect(answer.headers['content-security-policy']).toMatch(
        /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-[\w+/]{43}='$/,
      );
      expect(answer.body).toContain('Version 0.1.0');
      const hrefs = [...answer.body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => href);
      expect(hrefs).toEqual(['docs', 'docs/errors', 'openapi.json', 'health']);
      expect(answer.body).not.toMatch(/<script|url\(|@import|style="/);
    },
  );

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0, */*',
    'nonsense',
  ])('returns JSON for Accept %s', async (accept) => {
    const answer = await makeEdge().app.inject({ url: '/', headers: accept === undefined ? {} : { accept } });
    const url = 'https://crm.example.com';
    expect(answer.headers['vary']).toBe('Accept');
    expect(answer.json()).toEqual({
      ...{ name: 'Plumbline', version: '0.1.0', api: `${url}/api/2023-01`, reference: `${url}/docs` },
      ...{ openapi: `${url}/openapi.json`, health: `${url}/health` },
    });
  });

  it('can only be read', async () => {
    const { app } = makeEdge();
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
    const wrong = await app.inject({ method: 'POST', url: '/' });
    expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(wrong.json()).toEqual(
      problem('method_not_allowed', {
        ...{ title: 'The method does not exist on this path', status: 405, instance: '/' },
        detail: '/ does not support POST, only GET, HEAD, OPTIONS.',
      }),
    );
  });
});
