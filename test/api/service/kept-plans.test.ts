import { expect, test } from 'vitest';
import type { Engine } from '../../../src/database/engine.ts';
import { follow } from '../../support/delivery/event-stream.ts';
import { tokens } from '../../support/service/template.ts';
import { makeCompanies, quiet, receiverFor, startDelivering, subscribe } from '../../support/delivery/delivering.ts';

/**
 * The conditions that keep a scan of a growing table narrow: the location of a row, or an index on all its search
 * columns.
 */
const narrow: Readonly<Record<string, RegExp>> = {
  webhook_deliveries: /TID Cond|Index Cond: .*account_id = .*webhook_id = .*(message_id = |due_at <?= )/,
  webhook_messages: /TID Cond|Index Cond: .*account_id = .* AND .*\bid = /,
  idempotency_keys: /TID Cond|Index Cond: .*account_id = .* AND .*(key = |created_at <= )/,
};

const readsTooMuch = (plan: readonly string[]): string[] =>
  plan.filter((line, index) => {
    const table = /Scan.* on (webhook_deliveries|webhook_messages|idempotency_keys)\b/.exec(line)?.[1];
    // This index contains only the rows that the statement reads.
    if (table === undefined || line.includes('webhook_messages_unplaced')) return false;
    return !narrow[table]?.test(plan[index + 1] ?? '');
  });

/** The plan of a statement for any values, inside a transaction. */
async function planOf(engine: Engine, text: string): Promise<string[]> {
  const values = Math.max(...[...text.matchAll(/\$(\d+)/g)].map((found) => Number(found[1])));
  const nulls = Array.from({ length: values }, () => 'null').join(', ');
  return engine.transaction(async (transaction) => {
    await transaction.query(`prepare asked as ${text}`);
    const rows = await transaction.query<{ 'QUERY PLAN': string }>(`explain execute asked(${nulls})`);
    await transaction.query('deallocate asked');
    return rows.map((row) => row['QUERY PLAN']);
  });
}

test('a plan that Postgres makes for small tables reads few rows of large ones too', async () => {
  await using service = await startDelivering();
  const { first, engine, clock } = service;
  // While somebody follows the events, the service soon places new messages.
  await follow(first, { token: tokens.first });
  const { id } = await subscribe(first, await receiverFor());
  await first.post('/companies', { company: { name: 'Hudson Concrete' } }, { 'Idempotency-Key': 'plan-1' });
  await makeCompanies(first, 2);
  await quiet(service);
  await first.patch(`/webhooks/${id}`, { webhook: { enabled: false } });

  const isSent = {
    'claims deliveries': (text: string) => text.startsWith('with asked as'),
    'finds what is due': (text: string) => text.includes('as has_rate_limit'),
    'settles attempts': (text: string) => text.startsWith('with o as'),
    'places messages': (text: string) => text.startsWith('with fresh as'),
    'prepares changes': (text: string) => text.includes("select 'stored_answer'"),
    'writes changes': (text: string) => text.includes('insert into idempotency_keys'),
  };
  const sent = (is: (text: string) => boolean): string => service.statements.find(is) ?? '';
  const expectNarrow = async (): Promise<void> => {
    for (const [what, is] of Object.entries(isSent)) {
      await expect.poll(() => sent(is), { timeout: 20_000, message: what }).not.toBe('');
      expect(readsTooMuch(await planOf(engine, sent(is))), what).toStrictEqual([]);
    }
  };
  await expectNarrow();
  // The planner now has the statistics of an empty queue.
  for (const table of ['webhook_deliveries', 'webhook_messages', 'idempotency_keys']) {
    await engine.query(`delete from ${table}`);
    await engine.query(`vacuum analyze ${table}`);
  }
  await expectNarrow();
  await engine.query(
    `insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
    select 1, w.id, 'msg_' || n, $1::timestamptz - interval '1 hour' from webhooks w, generate_series(1, 30000) n`,
    [clock.now().toISOString()],
  );
  await expectNarrow();
  await engine.query('analyze webhook_deliveries');
  await expectNarrow();
});
