import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let me: Json;
let company: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  me = (await first.get('/users/me')).body.user;
  company = await make(first, 'companies');
});
afterAll(() => service.stop());

const countsOf = async (path: string, client = first): Promise<Json> => {
  const { status, body, text } = await client.get(path);
  expect(status, text).toBe(200);
  return body.counts;
};

const totalOf = async (path: string): Promise<number> => {
  const { status, headers, text } = await first.get(`${path}&per_page=1`, { prefer: 'count=exact' });
  expect(status, text).toBe(200);
  return Number(headers.get('x-total-count'));
};

/** The number of records that a list has for each of several queries. */
const totals = async (path: string, queries: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(queries).map(async ([name, query]) => [name, await totalOf(`${path}${query}`)] as const),
    ),
  );

describe('the counts of leads', () => {
  const views = ['open', 'mine', 'priority', 'unassigned', 'snoozed', 'archived', 'all'];
  const queries = Object.fromEntries(views.map((view) => [view, `&view=${view}`]));

  beforeAll(async () => {
    service.clock.set('2026-03-02T15:00:00Z');
    const later = '2026-03-04T15:00:00Z';
    for (const fields of [
      {},
      { assigned_to_id: me.id },
      { assigned_to_id: me.id, priority: true, company_id: company.id },
      { priority: true, snooze_until: later, company_id: company.id },
      { snooze_until: '2026-03-01T15:00:00Z' },
      { archived_at: '2026-03-01T15:00:00Z', snooze_until: later },
    ]) {
      await make(first, 'leads', fields);
    }
    await make(service.second, 'leads');
  });

  it('are those of each view', async () => {
    const counts = { open: 4, mine: 2, priority: 1, unassigned: 2, snoozed: 1, archived: 1, all: 6 };
    expect(await countsOf('/leads/counts')).toEqual(counts);
    expect(await totals('/leads?page=1', queries)).toEqual(counts);
    expect((await countsOf('/leads/counts', service.second)).all).toBe(1);
  });

  it.each([
    'assigned_to_id=me',
    'assigned_to_id=null&priority=false',
    'deleted_at[is_null]=false',
    'created_at[gte]=today',
    'priority=true&company_id={company}',
  ])('take the filters of the list: %s', async (template) => {
    const filters = template.replace('{company}', company.id);
    expect(await countsOf(`/leads/counts?${filters}`)).toEqual(await totals(`/leads?${filters}`, queries));
  });

  it('change when a snooze ends', async () => {
    expect(await countsOf('/leads/counts')).toMatchObject({ open: 4, snoozed: 1 });
    service.clock.set('2026-03-05T15:00:00Z');
    expect(await countsOf('/leads/counts')).toMatchObject({ open: 5, snoozed: 0 });
  });
});

describe('the counts of tasks', () => {
  const open = 'completed_at=null';
  const queries = {
    overdue: `&${open}&deadline[lt]=today`,
    today: `&${open}&deadline=today`,
    next_seven_days: `&${open}&deadline[gt]=today&deadline[lte]=today%2B7`,
    later: `&${open}&deadline[gt]=today%2B7`,
    no_date: `&${open}&deadline=null`,
    done: '&completed_at[ne]=null',
  };

  beforeAll(async () => {
    await first.patch('/account', { account: { time_zone: 'America/Chicago' } });
    // In the account's zone it is still March 8.
    service.clock.set('2026-03-09T04:30:00Z');
    for (const day of ['02-28', '03-07', '03-08', '03-09', '03-15', '03-16', '12-31']) {
      const deadline = `2026-${day}`;
      await make(first, 'tasks', { deadline, assigned_to_id: me.id });
      await make(first, 'tasks', { deadline, completed_at: '2026-03-01T15:00:00Z' });
    }
    await make(first, 'tasks');
    await make(service.second, 'tasks');
  });

  it("put each task into one group, by the account's day", async () => {
    const counts = { overdue: 2, today: 1, next_seven_days: 2, later: 2, no_date: 1, done: 7 };
    expect(await countsOf('/tasks/counts')).toEqual(counts);
    expect(await totals('/tasks?page=1', queries)).toEqual(counts);
    expect(await countsOf('/tasks/counts?assigned_to_id=me')).toEqual({ ...counts, no_date: 0, done: 0 });
    service.clock.set('2026-03-09T05:30:00Z');
    expect(await countsOf('/tasks/counts')).toEqual({ ...counts, overdue: 3, later: 1 });
  });

  it.each(['assigned_to_id=null', 'deadline[gte]=today-1', 'deleted_at[is_null]=false', 'filters[title][contains]=1'])(
    'take the filters of the list: %s',
    async (filters) => {
      expect(await countsOf(`/tasks/counts?${filters}`)).toEqual(await totals(`/tasks?${filters}`, queries));
    },
  );
});

describe.each(['leads', 'tasks'])('the counts of %s', (plural) => {
  it('take one statement after that of the credential', async () => {
    await first.get('/users/me');
    service.statements.length = 0;
    await countsOf(`/${plural}/counts?assigned_to_id=me`);
    expect(service.statements).toHaveLength(2);
  });

  it('refuse wrong filters, and parameters of the list that are none', async () => {
    const { status, body } = await first.get(`/${plural}/counts?sort=id&q=x&view=open&asigned_to_id=me&created_at=now`);
    expect([status, new Set(body.errors.map(({ parameter }: Json) => parameter))]).toEqual([
      400,
      new Set(['sort', 'q', 'view', 'asigned_to_id', 'created_at']),
    ]);
  });
});
