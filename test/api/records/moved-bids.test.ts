import { afterAll, beforeAll, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

/** Inserts this many copies of the only project. */
async function multiply(count: number): Promise<void> {
  const columns = await service.engine.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
    where attrelid = 'projects'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'external_id')`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await service.engine.query(
    `insert into projects (${names}) select ${names} from projects, generate_series(1, $1::integer)`,
    [count],
  );
}

it('a change of the time zone moves the bids of more projects than one batch holds, each of them once', async () => {
  await make(service.first, 'projects', { bid_due_date: '2026-07-01' });
  await multiply(1200);
  const changed = await service.first.patch('/account', { account: { time_zone: 'Asia/Tokyo' } });
  expect(changed.status, changed.text).toBe(200);
  const projects = await service.engine.query(
    `select bid_due_date, bid_due_at, bid_due_at_includes_time as timed, version, count(*)::integer as count
    from projects group by 1, 2, 3, 4`,
  );
  const moved = { bid_due_date: '2026-07-01', bid_due_at: '2026-06-30T15:00:00Z', timed: false };
  expect(projects).toEqual([{ ...moved, version: 2, count: 1201 }]);
  const told = await service.engine.query(
    `select
      (select count(distinct record_id)::integer from changes where action = 'update' and resource = 'projects') as logged,
      (select count(distinct record_id)::integer from webhook_messages where event_type = 'project.update') as messages`,
  );
  expect(told).toEqual([{ logged: 1201, messages: 1201 }]);
});
