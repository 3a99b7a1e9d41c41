import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Client, createClient, EventsLost, type StreamedEvent } from '../../src/client/client.ts';
import { day, eventually, makeCompanies, startDelivering } from '../support/delivery/delivering.ts';
import { databaseFor, type TestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';

/** A way to a service that a test breaks and restores. */
async function wayTo(service: TestService) {
  const sockets = new Set<Socket>();
  let target: string | null = service.url;
  const server = createServer((near) => {
    if (target === null) return near.destroy();
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
      socket.pipe(other);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lead = (url: string | null): void => {
    target = url;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    lead(null);
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lead };
}

/** Follows the events until the test ends. */
function following(url: string) {
  const seen: StreamedEvent[] = [];
  const resumedAfter: (string | null)[] = [];
  let opened = 0;
  const ending = new AbortController();
  const crm: Client = createClient({
    ...{ url, token: tokens.first, signal: ending.signal },
    fetch: (input, init) => {
      resumedAfter.push(new Headers(init?.headers).get('last-event-id'));
      return fetch(input, init);
    },
    onAnswer: () => (opened += 1),
  });
  const follow = async (): Promise<unknown> => {
    try {
      for await (const event of crm.events({ types: ['company.create'], signal: ending.signal })) seen.push(event);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const ended = follow();
  onTestFinished(() => ending.abort(new Error('the test is over')));
  return { seen, resumedAfter, ended, isOpen: () => eventually(() => expect(opened).toBeGreaterThan(0)) };
}

test('events go on after a lost connection and after a restart of the service, each of them once', async () => {
  const on = await databaseFor();
  const service = await startDelivering({}, { on });
  const way = await wayTo(service);
  const { seen, resumedAfter, isOpen } = following(way.url);
  await isOpen();
  const made: string[] = [];
  const expectSeen = () => eventually(() => expect(seen.map(({ payload }) => payload.id)).toEqual(made));

  made.push(...(await makeCompanies(service.first, 3)));
  await expectSeen();
  way.lead(null);
  made.push(...(await makeCompanies(service.first, 3)));
  const beforeRestart = seen.at(-1)?.id;
  way.lead(service.url);
  await expectSeen();
  expect(resumedAfter[0]).toBeNull();
  expect(new Set(resumedAfter.slice(1))).toEqual(new Set([beforeRestart]));

  const attempts = resumedAfter.length;
  made.push(...(await makeCompanies(service.first, 1)));
  await service.stop();
  await using restarted = await startDelivering({}, { on });
  made.push(...(await makeCompanies(restarted.first, 3)));
  way.lead(restarted.url);
  await expectSeen();
  expect(new Set(resumedAfter.slice(attempts))).not.toContain(null);
});

test('a client that was away for longer than the service keeps the messages gets EventsLost', async () => {
  await using service = await startDelivering({}, { environment: { WEBHOOK_RETENTION_DAYS: '30' } });
  const way = await wayTo(service);
  const { seen, ended, isOpen } = following(way.url);
  await isOpen();
  await makeCompanies(service.first, 1);
  await eventually(() => expect(seen).toHaveLength(1));
  way.lead(null);
  service.clock.advance(31 * day);
  await eventually(async () => {
    expect(await service.engine.query('select id from webhook_messages')).toEqual([]);
  });
  way.lead(service.url);
  const error = await ended;
  expect(error).toBeInstanceOf(EventsLost);
  expect(error).toMatchObject({ status: 400, code: 'invalid_query' });
  expect(seen).toHaveLength(1);
});
