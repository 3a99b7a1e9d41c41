import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { EventFeed, type Follower } from '../../src/events/feed.ts';
import { eventually, startDelivering } from '../support/delivery/delivering.ts';
import { follow } from '../support/delivery/event-stream.ts';
import { tokens } from '../support/service/template.ts';

test('the event stream returns 503 to an account with too many streams, until one of them ends', async () => {
  const service = await startDelivering();
  const agent = new http.Agent();
  onTestFinished(async () => {
    agent.destroy();
    await service.stop();
  });
  const headers = { authorization: `Bearer ${tokens.first}` };
  const open = (): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      http
        .get(`${service.url}/api/2023-01/events`, { agent, headers }, (response) => {
          response.on('error', () => undefined);
          // A stream is open when its first bytes have arrived.
          response.once('data', () => resolve(response));
        })
        .on('error', reject);
    });
  const streams: http.IncomingMessage[] = [];
  streams.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  const refused = await service.first.get('/events');
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  // The limit of one account does not affect another.
  const other = await follow(service.second, { token: tokens.second });
  expect(other.response.status).toBe(200);
  streams[0]?.destroy();
  const opened = await eventually(async () => {
    const next = await open();
    expect(next.statusCode).toBe(200);
    return next;
  });
  expect(opened.headers['content-type']).toMatch(/^text\/event-stream/);
});

const tooMany = 'Too many event streams are open.';

test('a process allows at most a thousand event streams for all accounts', async () => {
  await using service = await startDelivering();
  const { engine } = service;
  const rare = 600_000;
  await using feed = new EventFeed({ engine, followEveryMs: rare, pulseMs: rare, failed: () => undefined });
  const gone = new AbortController();
  const waiting: Promise<unknown>[] = [];
  for (let stream = 0; stream < 1000; stream += 1) {
    const accountId = String(1000 + Math.floor(stream / 100));
    const follower = { accountId, sessionId: null };
    feed.refuseOneTooMany(follower);
    waiting.push(feed.follow({ follower, after: 0, signal: gone.signal }).next());
  }
  expect(() => feed.refuseOneTooMany({ accountId: '2000', sessionId: null })).toThrow(tooMany);
  gone.abort();
  await Promise.all(waiting);
});

test('an account has 500 streams of sessions beside those of its tokens, and a session 4', async () => {
  await using service = await startDelivering();
  const rare = 600_000;
  const pace = { followEveryMs: rare, pulseMs: rare };
  await using feed = new EventFeed({ engine: service.engine, ...pace, failed: () => undefined });
  const gone = new AbortController();
  const waiting: Promise<unknown>[] = [];
  const ended = async (follower: Follower): Promise<void> => {
    for await (const batch of feed.follow({ follower, after: 0, signal: gone.signal })) expect(batch).toEqual([]);
  };
  const follow = (sessionId: string | null): void => {
    const follower = { accountId: '1', sessionId };
    feed.refuseOneTooMany(follower);
    waiting.push(ended(follower));
  };
  for (let stream = 0; stream < 4; stream += 1) follow('session');
  expect(() => follow('session')).toThrow(tooMany);
  for (let stream = 0; stream < 100; stream += 1) follow(null);
  expect(() => follow(null)).toThrow(tooMany);
  for (let stream = 0; stream < 496; stream += 1) follow(`other ${Math.floor(stream / 4)}`);
  expect(() => follow('one more')).toThrow(tooMany);
  feed.refuseOneTooMany({ accountId: '2', sessionId: 'session' });
  gone.abort();
  await Promise.all(waiting);
  feed.refuseOneTooMany({ accountId: '1', sessionId: 'session' });
});
