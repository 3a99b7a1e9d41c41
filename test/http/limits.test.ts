import { describe, expect, it } from 'vitest';
import { addressKey } from '../../src/http/contract/address-key.ts';
import { TokenBuckets } from '../../src/http/admission/token-buckets.ts';
import { admin, makeEdge, problem, v1, type Edge } from './support.ts';

const url = `${v1}/projects/4`;
const title = 'Too many requests';

/** Returns an edge with a clock that only the test advances. */
function makeLimitedEdge(environment: Record<string, string> = {}) {
  const time = { seconds: 1000 };
  const edge = makeEdge({ environment, monotonic: () => time.seconds * 1000 });
  return { edge, time };
}

async function ask({ app }: Edge, authorization?: string, more: Record<string, unknown> = {}) {
  const answer = await app.inject({ url, headers: authorization === undefined ? {} : { authorization }, ...more });
  return answer;
}

async function statuses(count: number, one: () => Promise<{ statusCode: number }>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(Array.from({ length: count }, one))) {
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

describe('a token', () => {
  it('can spend its burst at once, and no more', async () => {
    const { edge } = makeLimitedEdge({ RATE_LIMIT: '2/5' });
    expect(await statuses(8, () => ask(edge, 'Bearer admin'))).toEqual({ 200: 5, 429: 3 });
  });

  it('gets its remaining allowance, and the time to wait when that is spent', async () => {
    const { edge, time } = makeLimitedEdge({ RATE_LIMIT: '2/5' });
    const first = await ask(edge, 'Bearer admin');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"default";q=5;w=3',
      ratelimit: '"default";r=4;t=1',
    });
    await statuses(4, () => ask(edge, 'Bearer admin'));
    const refused = await ask(edge, 'Bearer admin');
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-rate-limited-for': '1',
      'ratelimit-policy': '"default";q=5;w=3',
      ratelimit: '"default";r=0;t=3',
    });
    expect(refused.json()).toEqual(
      problem('rate_limit_exceeded', {
        title,
        status: 429,
        detail: 'This token may make 2 requests a second, up to 5 at once. Try again in 1 s.',
        instance: url,
      }),
    );
    time.seconds += 1;
    expect(await statuses(3, () => ask(edge, 'Bearer admin'))).toEqual({ 200: 2, 429: 1 });
  });

  it('spends nothing of another token', async () => {
    const { edge } = makeLimitedEdge({ RATE_LIMIT: '1' });
    expect(await statuses(2, () => ask(edge, 'Bearer admin'))).toEqual({ 200: 1, 429: 1 });
    expect((await ask(edge, 'Bearer reader')).statusCode).toBe(200);
  });

  it('gets its remaining allowance with every refusal too', async () => {
    const { app } = makeLimitedEdge().edge;
    for (const request of [
      { url: `${v1}/crash` },
      { url: `${url}?x=1` },
      { method: 'POST', url: `${v1}/users` } as const,
    ]) {
      const answer = await app.inject({ ...request, headers: { authorization: 'Bearer reader' } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers).toHaveProperty('ratelimit');
    }
  });

  it('has 100 requests a second and a burst of 500 by default', async () => {
    const { edge } = makeLimitedEdge();
    expect((await ask(edge, 'Bearer admin')).headers).toMatchObject({
      'ratelimit-policy': '"default";q=500;w=5',
      ratelimit: '"default";r=499;t=1',
    });
  });

  it('is not limited if the limit is 0', async () => {
    const { edge } = makeLimitedEdge({ RATE_LIMIT: '0' });
    expect(await statuses(600, () => ask(edge, 'Bearer admin'))).toEqual({ 200: 600 });
    expect((await ask(edge, 'Bearer admin')).headers).not.toHaveProperty('ratelimit');
  });
});

describe('an account', () => {
  const everybody = ['admin', 'reader', 'viewer', 'narrow'].map((name) => `Bearer ${name}`);

  it.each([
    ['five times as much as a token by default', { RATE_LIMIT: '1/2' }, [8, 0]],
    ['as much as the operator allows', { RATE_LIMIT: '1/2', ACCOUNT_RATE_LIMIT: '1/3' }, [3, 5]],
    ['its own limit, if tokens have none', { RATE_LIMIT: '0', ACCOUNT_RATE_LIMIT: '1/3' }, [3, 5]],
    ['anything if tokens are not limited', { RATE_LIMIT: '0' }, [8, 0]],
    ['anything if its limit is 0', { RATE_LIMIT: '1/2', ACCOUNT_RATE_LIMIT: '0' }, [8, 0]],
  ])('may do %s, with any number of tokens', async (_how, environment, [admitted = 0, refused = 0]) => {
    const { edge } = makeLimitedEdge(environment);
    const counts = await Promise.all(everybody.map((one) => statuses(2, () => ask(edge, one))));
    const sum = (status: number) => counts.reduce((total, one) => total + (one[status] ?? 0), 0);
    expect([sum(200), sum(429)]).toEqual([admitted, refused]);
  });

  it('over its limit gets the time to wait, and its tokens keep their allowance', async () => {
    const { edge } = makeLimitedEdge({ RATE_LIMIT: '2/5', ACCOUNT_RATE_LIMIT: '1/2' });
    await statuses(2, () => ask(edge, 'Bearer admin'));
    const refused = await ask(edge, 'Bearer reader');
    expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"default";r=5;t=0' });
    expect(refused.json().detail).toBe(
      'All tokens of this account together may make 1 request a second, up to 2 at once. Try again in 1 s.',
    );
  });
});

describe('a valid token that acts for an unknown user', () => {
  const acting = { authorization: 'Bearer admin', 'plumbline-acting-user': '999999' };

  it('spends its own allowance, not that of its address', async () => {
    const { edge } = makeLimitedEdge();
    expect(await statuses(130, () => edge.app.inject({ url, headers: acting }))).toEqual({ 400: 130 });
    const answer = await ask(edge, 'Bearer admin');
    expect([answer.statusCode, answer.headers['ratelimit']]).toEqual([200, '"default";r=369;t=2']);
    expect((await ask(edge)).statusCode).toBe(401);
  });

  it('gets its remaining allowance, and is in the log with its account and its id', async () => {
    const { edge } = makeLimitedEdge();
    const headers = { 'plumbline-acting-user': '999999' };
    for (const [authorization, status] of [
      ['Bearer admin', 400],
      ['Bearer narrow', 403],
    ] as const) {
      const answer = await ask(edge, authorization, { headers: { authorization, ...headers } });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toHaveProperty('ratelimit');
      expect(edge.log.at(-1)).toMatchObject({ status, account_id: '1', token_id: expect.stringMatching(/^token-of-/) });
    }
  });
});

describe('an address', () => {
  it('can fail 100 times at once, then 20 times a second', async () => {
    const { edge, time } = makeLimitedEdge();
    for (let count = 0; count < 100; count += 1) expect((await ask(edge)).statusCode).toBe(401);
    const refused = await ask(edge);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-rate-limited-for': '1' });
    expect(refused.json()).toEqual(
      problem('rate_limit_exceeded', {
        title,
        status: 429,
        detail:
          'Without a valid credential, this IP address may make 20 requests a second, up to 100 at once. Try again in 1 s.',
        instance: url,
      }),
    );
    time.seconds += 1;
    for (let count = 0; count < 20; count += 1) expect((await ask(edge)).statusCode).toBe(401);
    expect((await ask(edge)).statusCode).toBe(429);
  });

  it('that fails too often causes no more lookups', async () => {
    const { edge } = makeLimitedEdge();
    for (let count = 0; count < 150; count += 1) await ask(edge, `Bearer guess-${count}`);
    expect(edge.lookups).toHaveLength(100);
  });

  it('that exceeds its limit with concurrent requests pays the excess back', async () => {
    const { edge, time } = makeLimitedEdge();
    expect(await statuses(200, () => ask(edge, 'Bearer guess'))).toEqual({ 401: 200 });
    time.seconds += 5;
    expect((await ask(edge)).statusCode).toBe(429);
    time.seconds += 1;
    expect((await ask(edge)).statusCode).toBe(401);
  });

  it('over its limit does not block credentials that are known to be valid', async () => {
    const { edge } = makeLimitedEdge();
    await ask(edge, 'Bearer admin');
    for (let count = 0; count < 100; count += 1) await ask(edge);
    expect((await ask(edge, 'Bearer admin')).statusCode).toBe(200);
    expect((await ask(edge, 'Bearer reader')).statusCode).toBe(429);
    expect((await edge.app.inject({ url: '/nowhere', headers: admin })).statusCode).toBe(404);
    expect((await edge.app.inject({ url: '/nowhere' })).statusCode).toBe(429);
  });

  it('admits every first request of a valid credential, even if many arrive at once', async () => {
    const { edge } = makeLimitedEdge();
    expect(await statuses(300, () => ask(edge, 'Bearer admin'))).toEqual({ 200: 300 });
  });

  it('is limited without a credential, except at /health and /ready', async () => {
    const { app } = makeLimitedEdge().edge;
    expect(await statuses(110, () => app.inject('/openapi.json'))).toEqual({ 200: 100, 429: 10 });
    expect((await app.inject('/metrics')).statusCode).toBe(429);
    expect(await statuses(110, () => app.inject('/health'))).toEqual({ 200: 110 });
    expect(await statuses(110, () => app.inject('/ready'))).toEqual({ 200: 110 });
  });

  it('is the one that a trusted proxy names', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    const tired = async (environment: Record<string, string>) => {
      const { edge } = makeLimitedEdge(environment);
      for (let count = 0; count < 100; count += 1) await ask(edge);
      return (await ask(edge, undefined, { headers: forwarded })).statusCode;
    };
    expect(await tired({})).toBe(429);
    expect(await tired({ TRUST_PROXY: '10.0.0.0/8' })).toBe(429);
    expect(await tired({ TRUST_PROXY: '127.0.0.1' })).toBe(401);
    expect(await tired({ TRUST_PROXY: '1' })).toBe(401);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));
});

describe('a bucket', () => {
  it('is forgotten when it is full again', () => {
    const time = { now: 0 };
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 }, () => time.now);
    for (let key = 0; key < 10_000; key += 1) buckets.take(`old ${key}`);
    expect(buckets.size).toBe(10_000);
    time.now = 1000;
    buckets.take('new');
    expect(buckets.size).toBe(1);
    expect(buckets.level('new')).toBe(1);
  });

  it('keeps its level if the clock goes back', () => {
    const time = { now: 1000 };
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 }, () => time.now);
    buckets.take('key');
    time.now = 0;
    expect(buckets.level('key')).toBe(1);
  });
});
