import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/http/server/metrics.ts';
import { admin, makeEdge, problem, requestId, v1 } from './support.ts';

const state = { engine: 'embedded', durable: true, description: 'an engine for tests', version: '0.1.0' };

describe('without a token', () => {
  it('/health describes the service without a query to the database', async () => {
    const { app } = makeEdge({ ready: () => Promise.reject(new Error('must not be asked')) });
    const answer = await app.inject('/health');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok', ...state });
    expect(answer.headers['x-request-id']).toEqual(requestId);
  });

  it('/ready reports whether the database answers', async () => {
    const engine = { answers: true };
    const edge = makeEdge({
      ready: async () => (engine.answers ? [] : Promise.reject(new Error('connection refused'))),
    });
    const ready = await edge.app.inject('/ready');
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', ...state }]);
    engine.answers = false;
    const unready = await edge.app.inject('/ready');
    expect(unready.headers['retry-after']).toBe('5');
    expect(unready.json()).toEqual(
      problem('unavailable', {
        title: 'The service cannot answer now',
        status: 503,
        detail: 'The database does not answer.',
        instance: '/ready',
      }),
    );
    expect(JSON.stringify(edge.log)).toContain('connection refused');
  });

  it('/openapi.json is built once, and sent again only if it has changed', async () => {
    const made = { count: 0 };
    const { app } = makeEdge({ openapi: async () => ({ openapi: '3.1.0', made: (made.count += 1) }) });
    const first = await app.inject('/openapi.json');
    expect(first.json()).toEqual({ openapi: '3.1.0', made: 1 });
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{16}"$/),
    });
    const again = await app.inject({
      url: '/openapi.json',
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const weakened = { 'if-none-match': `W/${String(first.headers['etag'])}` };
    expect((await app.inject({ url: '/openapi.json', headers: weakened })).statusCode).toBe(304);
    expect(made.count).toBe(1);
  });

  it('/metrics counts requests by operation, and statements', async () => {
    const metrics = createMetrics();
    const { app } = makeEdge({ metrics });
    metrics.onStatement('select 1');
    await app.inject({ url: `${v1}/projects/4`, headers: admin });
    await app.inject({ url: `${v1}/projects/4` });
    await app.inject({ url: '/nowhere' });
    const answer = await app.inject('/metrics');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const lines = answer.body.split('\n');
    expect(lines).toContain('database_statements_total 1');
    expect(lines).toContain('http_request_duration_seconds_count{operation="showProject",method="GET",status="200"} 1');
    expect(lines).toContain('http_request_duration_seconds_count{operation="showProject",method="GET",status="401"} 1');
    expect(lines).toContain('http_request_duration_seconds_count{operation="none",method="GET",status="404"} 1');
    expect(answer.body).toContain('process_cpu_user_seconds_total');
    expect((await makeEdge().app.inject('/metrics')).body).not.toContain('showProject');
  });

  it('/metrics requires the token that the operator has set', async () => {
    const { app } = makeEdge({ environment: { METRICS_TOKEN: 'only-for-the-monitor' } });
    const ask = async (authorization?: string) =>
      app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    expect((await ask('Bearer only-for-the-monitor')).statusCode).toBe(200);
    expect((await ask('Bearer only-for-the-monitors')).statusCode).toBe(401);
    const refused = await ask();
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.json()).toEqual(
      problem('unauthenticated', {
        title: 'A valid API token is needed',
        status: 401,
        detail: 'The metrics need the token that the operator has set.',
        instance: '/metrics',
      }),
    );
  });

  it('additional pages follow the same rules', async () => {
    const { app } = makeEdge({ pages: async (own) => void own.get('/docs', async () => 'the docs') });
    const page = await app.inject('/docs');
    expect([page.statusCode, page.body, page.headers['x-content-type-options']]).toEqual([200, 'the docs', 'nosniff']);
    const wrong = await app.inject({ method: 'POST', url: '/docs' });
    expect([wrong.statusCode, wrong.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('pages of other origins', () => {
  const origin = 'https://app.example.com';
  const preflight = {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization',
  };

  it('have no access by default', async () => {
    const { app } = makeEdge();
    const answer = await app.inject({ url: `${v1}/projects/4`, headers: { ...admin, origin } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const asked = await app.inject({ method: 'OPTIONS', url: `${v1}/projects/4`, headers: preflight });
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('have access if the operator names their origin, and can read the named headers', async () => {
    const { app } = makeEdge({ environment: { CORS_ORIGINS: origin } });
    const asked = await app.inject({ method: 'OPTIONS', url: `${v1}/projects/4`, headers: preflight });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'authorization',
    });
    for (const request of [
      { url: `${v1}/projects/4`, headers: { ...admin, origin } },
      { url: '/nowhere', headers: { origin } },
    ]) {
      const answer = await app.inject(request);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers['access-control-expose-headers']).toBe(
        'Link, ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, X-Rate-Limited-For, Idempotent-Replayed, Location, X-Total-Count, Preference-Applied, Plumbline-Directory-Version, Plumbline-Ignored, Plumbline-As-Of, Plumbline-Names-As-Of',
      );
    }
    const other = await app.inject({ url: `${v1}/projects/4`, headers: { ...admin, origin: 'https://evil.example' } });
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('do not change an OPTIONS request that is not a preflight', async () => {
    const { app } = makeEdge({ environment: { CORS_ORIGINS: origin } });
    const known = await app.inject({ method: 'OPTIONS', url: `${v1}/projects/4` });
    expect([known.statusCode, known.headers['allow']]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS']);
    expect((await app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode).toBe(404);
  });
});
