import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { type RunningService, startService } from '../../src/service.ts';
import {
  makeCompanies,
  measured,
  quiet,
  receiverFor,
  recordsOf,
  startDelivering,
  subscribe,
} from '../support/delivery/delivering.ts';
import { follow } from '../support/delivery/event-stream.ts';
import { Client } from '../support/service/client.ts';
import { databaseFor, type TestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';
import { asProgram } from '../support/statements/sent-statements.ts';

// Only one process can open an embedded database.
if (process.env['TEST_ENGINE'] === 'postgres')
  describe('two services on one database', () => {
    let one: TestService;
    let other: RunningService;
    let clients: readonly [Client, Client];
    beforeAll(async () => {
      one = await startDelivering();
      const environment = { DATABASE_URL: one.databaseUrl ?? '', WEBHOOKS_ALLOW_PRIVATE: '1', METRICS_PUBLIC: '1' };
      const config = readConfig({ PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'silent', ...environment });
      const surroundings = { config, log: createLog('silent'), clock: one.clock, pace: { everyMs: 25 } };
      other = await asProgram(() => startService(surroundings));
      clients = [one.first, new Client(other.url, tokens.first, () => one.document())];
    });
    afterAll(async () => {
      await other.stop();
      await one.stop();
    });

    // 600 deliveries take a while on a busy machine.
    test('send each message once', async () => {
      const receivers = [await receiverFor(), await receiverFor(), await receiverFor()];
      for (const receiver of receivers) await subscribe(one.first, receiver);
      const made = (
        await Promise.all([0, 1, 2, 3].map((index) => makeCompanies(clients[index % 2 ? 1 : 0], 50)))
      ).flat();
      for (const receiver of receivers) await receiver.next(200);
      await quiet(one);
      for (const { deliveries } of receivers) expect(recordsOf(deliveries).sort()).toEqual([...made].sort());
      const received = 'webhook_attempt_duration_seconds_count{outcome="received"}';
      const shares = [await measured(one, received), await measured(other, received)];
      expect(shares.reduce((sum, share) => sum + share)).toBe(600);
      expect(Math.min(...shares)).toBeGreaterThan(0);
    });

    test('share a rate limit', async () => {
      const receiver = await receiverFor();
      await subscribe(one.first, receiver, { rate_limit: 60 });
      await makeCompanies(one.first, 3);
      for (let count = 1; count <= 3; count += 1) {
        await receiver.next(count);
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(receiver.deliveries).toHaveLength(count);
        one.clock.advance(1000);
      }
    });

    test('stream the events of both in one order', async () => {
      const streams = await Promise.all(clients.map((client) => follow(client, { token: tokens.first })));
      await Promise.all(clients.map((client) => makeCompanies(client, 40)));
      const [mine = [], others = []] = await Promise.all(streams.map((stream) => stream.next(80)));
      const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);
      expect(new Set(idsOf(mine)).size).toBe(80);
      // The address in a payload is that of the sending service, so the test compares only the ids.
      expect(idsOf(others)).toEqual(idsOf(mine));
      const again = await follow(clients[1], { token: tokens.first, lastEventId: mine[29].id });
      expect(idsOf(await again.next(50))).toEqual(idsOf(mine).slice(30));
    });
  });
else
  test('a second service on an embedded database is refused, and the first still delivers', async () => {
    const on = await databaseFor();
    await using one = await startDelivering({}, { on });
    const receiver = await receiverFor();
    await subscribe(one.first, receiver);
    await expect(startDelivering({}, { on })).rejects.toThrow(/ is in use by process \d+ /);
    const [made = ''] = await makeCompanies(one.first, 1);
    expect(recordsOf(await receiver.next())).toEqual([made]);
  });
