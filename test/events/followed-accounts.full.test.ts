import { expect, test } from 'vitest';
import { EventFeed } from '../../src/events/feed.ts';
import { eventually, makeCompanies, startDelivering } from '../support/delivery/delivering.ts';

test('an event feed looks at idle accounts for little of the time, and at busy ones with each poll', async () => {
  await using service = await startDelivering();
  const { engine, statements } = service;
  await makeCompanies(service.first, 1);
  const [stored] = await engine.query('select * from webhook_messages where account_id = 1 limit 1');
  if (stored === undefined) throw new Error('the change has no message');
  /** Stores a message as another process does. */
  const tell = (id: string): Promise<object[]> =>
    engine.query(`insert into webhook_messages select * from json_populate_record(null::webhook_messages, $1::json)`, [
      JSON.stringify({ ...stored, id, position: null }),
    ]);
  let calls = 0;
  // A look at all accounts seems to take half a second, so the next one is 5 seconds later.
  const timer = () => 500 * (calls += 1);
  const pace = { followEveryMs: 5, pulseMs: 600_000 };
  await using feed = new EventFeed({ engine, ...pace, failed: (error) => expect.unreachable(String(error)), timer });
  /** The number of looks in a hundred calls of the timer at most: a poll calls it at least once. */
  const looksLater = async (more: number): Promise<number> => {
    const end = calls + more;
    statements.length = 0;
    await eventually(() => expect(calls).toBeGreaterThanOrEqual(end));
    return statements.filter((text) => text.startsWith('select account_id, last from message_positions')).length;
  };
  const gone = new AbortController();
  const following = { follower: { accountId: '1', sessionId: null }, after: 0, signal: gone.signal };
  const messages = feed.follow(following);
  const arrived = async (): Promise<string | undefined> =>
    ((await messages.next()).value?.at(-1) as { id?: string }).id;
  expect(await arrived()).toBe(stored['id']);
  const next = arrived();
  expect(await looksLater(40)).toBeLessThanOrEqual(5);
  await tell('msg_other_1');
  expect(await next).toBe('msg_other_1');
  const later = arrived();
  expect(await looksLater(40)).toBeGreaterThanOrEqual(20);
  await tell('msg_other_2');
  expect(await later).toBe('msg_other_2');
  gone.abort();
});
