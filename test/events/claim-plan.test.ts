import { expect, test } from 'vitest';
import type { Param } from '../../src/store/engine.ts';
import { makeCompanies, quiet, receiverFor, startDelivering, subscribe } from '../support/delivering.ts';

test('what is due is found by its index, however much waits', { timeout: 60_000 }, async () => {
  await using service = await startDelivering();
  const { first, engine, statements, clock } = service;
  const { id } = await subscribe(first, await receiverFor(), { rate_limit: 60 });
  await makeCompanies(first, 1);
  await quiet(service);
  await first.patch(`/webhooks/${id}`, { webhook: { enabled: false } });
  const claim = statements.findLast((text) => text.startsWith('with busy as')) ?? '';
  await engine.query(
    `insert into webhook_deliveries (account_id, webhook_id, message_id, due_at)
    select 1, w.id, 'msg_' || n, $1::timestamptz - interval '1 hour' from webhooks w, generate_series(1, 30000) n`,
    [clock.now().toISOString()],
  );
  const now = clock.now().toISOString();
  const planOf = async (params: readonly Param[]): Promise<string> =>
    (await engine.query<{ 'QUERY PLAN': string }>(`explain ${claim}`, params))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  // As the table was a moment ago, as far as the planner knows, and as it is.
  for (const isCounted of [false, true]) {
    if (isCounted) await engine.query('analyze webhook_deliveries');
    const plan = await planOf([now, '[]', now, 500]);
    expect(plan).toContain('webhook_deliveries_due');
    expect(plan).toContain('Tid Scan on webhook_deliveries');
    expect(plan).not.toContain('Seq Scan on webhook_deliveries');
  }
});
