import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { linksOf } from '../../support/data/links.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let me: Json;
let other: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  me = (await first.get('/users/me')).body.user;
  other = await make(first, 'users', { first_name: 'Olga', role: 'member' });
  await first.patch('/account', { account: { time_zone: zone } });
});
afterAll(() => service.stop());

const zone = 'America/Chicago';

const idsOf = async (path: string, client = first, headers = {}): Promise<string[]> => {
  const { status, body, text } = await client.get(`${path}&per_page=500&sort=id`, headers);
  expect(status, text).toBe(200);
  const [records = []] = Object.values<Json[]>(body);
  return records.map(({ id }) => id);
};

describe('me', () => {
  let tasks: Readonly<Record<'mine' | 'theirs' | 'nobodys', string>>;
  beforeAll(async () => {
    const of = async (fields: object): Promise<string> => (await make(first, 'tasks', { title: 'Me', ...fields })).id;
    tasks = {
      mine: await of({ assigned_to_id: me.id }),
      theirs: await of({ assigned_to_id: other.id }),
      nobodys: await of({}),
    };
  });

  it.each([
    ['=me', ['mine']],
    ['[eq]=me', ['mine']],
    ['[ne]=me', ['theirs', 'nobodys']],
    ['=me,null', ['mine', 'nobodys']],
    ['[in]=me', ['mine']],
  ] as const)('is the acting user in assigned_to_id%s', async (condition, expected) => {
    const found = await idsOf(`/tasks?title=Me&assigned_to_id${condition}`);
    expect(found).toEqual(expected.map((name) => tasks[name]));
  });

  it('stands beside other ids, and is the user that a request acts for', async () => {
    const both = [tasks.mine, tasks.theirs];
    expect(await idsOf(`/tasks?title=Me&filters[assigned_to_id]=me,${other.id}`)).toEqual(both);
    const acting = { 'plumbline-acting-user': other.id };
    expect(await idsOf('/tasks?title=Me&assigned_to_id=me', first, acting)).toEqual([tasks.theirs]);
    expect(await idsOf('/tasks?title=Me&created_by_id=me', first, acting)).toEqual([]);
  });

  it('is a value of custom fields that name users, and of the audit log', async () => {
    const api_name = `estimator_${next()}`;
    const field = { model: 'project', name: api_name, field_type: 'user' };
    const made = await first.post('/custom_fields', { custom_field: field });
    const key = made.body.custom_field.api_name;
    const { id } = await make(first, 'projects', { custom_fields: { [key]: me.id } });
    await make(first, 'projects', { custom_fields: { [key]: other.id } });
    expect(await idsOf(`/projects?custom_fields[${key}]=me`)).toEqual([id]);
    const log = (await first.get('/audit_log?user_id=me&per_page=500')).body.changes as Json[];
    expect(new Set(log.map(({ user }) => user.id))).toEqual(new Set([me.id]));
    expect((await first.get(`/audit_log?user_id[ne]=me`)).body.changes).toEqual([]);
  });
});

const dayLength = 86_400_000;
const hour = dayLength / 24;
const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
const dayIn = (instant: string): string => dayFormat.format(new Date(instant));

const holds: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  in: (value, wanted) => value === wanted,
  gt: (value, wanted) => value > wanted,
  gte: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  lte: (value, wanted) => value <= wanted,
};

// The clocks of the zone go forward on 2026-03-08 at 8:00 UTC, and back on 2026-11-01 at 7:00 UTC.
describe.each(['2026-03-08T05:59:59Z', '2026-03-08T15:00:00Z', '2026-03-09T04:59:59.999Z', '2026-11-02T02:00:00Z'])(
  'at %s, today in a filter',
  (now) => {
    const title = `Day ${now}`;
    let tasks: readonly Json[];
    beforeAll(async () => {
      service.clock.set(now);
      const around = Array.from({ length: 45 }, (_, index) => Date.parse(now) + (index - 22) * 3 * hour);
      const midnights = [-1, 0, 1, 2].map((days) => startOf(dateAfter(dayIn(now), days)));
      const instants = [...around, ...midnights.flatMap((at) => [at - 1, at])].map((at) => new Date(at).toISOString());
      for (const completed_at of instants)
        await make(first, 'tasks', { title, completed_at, deadline: dayIn(completed_at) });
      await make(first, 'tasks', { title });
      tasks = (await first.get(`/tasks?title=${title}&per_page=500&sort=id`)).body.tasks;
    });

    const said = (days: number): string => (days === 0 ? 'today' : `today${days < 0 ? '' : '%2B'}${days}`);
    const cases = Object.keys(holds).flatMap((operator) => [-2, -1, 0, 1, 30].map((days) => [operator, days] as const));

    it.each(['deadline', 'completed_at'])('of %s is the day of the account', async (name) => {
      for (const [operator, days] of cases) {
        const wanted = dateAfter(dayIn(now), days);
        const expected = tasks.filter((task) => {
          const day = name === 'deadline' ? task.deadline : task.completed_at && dayIn(task.completed_at);
          return day !== null && holds[operator]?.(day, wanted);
        });
        const query = `title=${title}&${name}[${operator}]=${said(days)}`;
        expect(await idsOf(`/tasks?${query}`), query).toEqual(expected.map(({ id }) => id));
      }
    });

    it.each(['deadline', 'completed_at'])('of %s stands among other values, and can be excluded', async (name) => {
      const at = tasks[0]?.[name] as string;
      const day = (task: Json): string | null => task[name] && (name === 'deadline' ? task[name] : dayIn(task[name]));
      const [today, tomorrow] = [dayIn(now), dateAfter(dayIn(now), 1)];
      const some = tasks.filter((task) => [today, tomorrow, null].includes(day(task)) || task[name] === at);
      const query = `title=${title}&${name}=today,today 1,null,${at}`;
      expect(await idsOf(`/tasks?${query}`)).toEqual(some.map(({ id }) => id));
      const others = tasks.filter((task) => day(task) !== today);
      expect(await idsOf(`/tasks?title=${title}&${name}[ne]=today`)).toEqual(others.map(({ id }) => id));
    });
  },
);

/** The first instant of a day in the zone: 5 or 6 hours after midnight in UTC. */
function startOf(date: string): number {
  const early = Date.parse(date) + 5 * hour;
  return dayIn(new Date(early).toISOString()) === date ? early : early + hour;
}

describe('today', () => {
  it('is a value of custom dates and of logs, and the same day on all pages', async () => {
    service.clock.set('2026-05-05T20:00:00Z');
    const made = await first.post('/custom_fields', {
      custom_field: { model: 'project', name: `Walk ${next()}`, field_type: 'date' },
    });
    const key = made.body.custom_field.api_name;
    const ids: string[] = [];
    for (const date of ['2026-05-04', '2026-05-05', '2026-05-06']) {
      service.clock.advance(1000);
      ids.push((await make(first, 'projects', { custom_fields: { [key]: date } })).id);
    }
    expect(await idsOf(`/projects?custom_fields[${key}][gt]=today`)).toEqual([ids[2]]);
    const log = `/audit_log?record_id=${ids.join()}&resource=projects&at[gte]=today&per_page=1`;
    const list = `/projects?custom_fields[${key}][lte]=today&per_page=1`;
    const [pageOfLog, page] = [await first.get(log), await first.get(list)];
    expect([pageOfLog.body.changes[0].record_id, page.body.projects[0].id]).toEqual([ids[2], ids[1]]);
    service.clock.set('2026-05-06T20:00:00Z');
    expect((await first.get(linksOf(pageOfLog)['next'] ?? '')).body.changes[0].record_id).toBe(ids[1]);
    expect((await first.get(linksOf(page)['next'] ?? '')).body.projects[0].id).toBe(ids[0]);
    expect((await first.get(log)).body.changes).toEqual([]);
    expect((await first.get(list)).body.projects[0].id).toBe(ids[2]);
  });

  it('works in sums and with a search', async () => {
    service.clock.set('2026-05-05T20:00:00Z');
    const company = await make(first, 'companies');
    const due = async (bid_due_date: string): Promise<string> =>
      (await make(first, 'projects', { name: 'Relative Tower', bid_due_date, company_id: company.id })).id;
    const [soon] = [await due('2026-05-12'), await due('2026-05-13'), await due('2026-05-04')];
    const query = `company_id=${company.id}&bid_due_date[gte]=today&bid_due_date[lte]=today+7`;
    const sums = (await first.get(`/projects/summary?group_by=company_id&${query}`)).body.summary;
    expect(sums).toMatchObject([{ count: 1 }]);
    expect((await first.get(`/projects?q=relative&${query}`)).body.projects.map(({ id }: Json) => id)).toEqual([soon]);
  });

  const day = 'must be today, or today with up to four digits of days, such as today-30 or today+14';
  it.each([
    ['deadline=today-12345', 'deadline', day],
    ['deadline[lte]=today%2B', 'deadline[lte]', day],
    ['completed_at[gt]=Today', 'completed_at[gt]', day],
    ['filters[deadline]=2026-05-05,today-1d', 'filters[deadline]', day],
    ['deadline[lt]=me', 'deadline[lt]', 'must be a date that exists, YYYY-MM-DD'],
    ['assigned_to_id=I', 'assigned_to_id', 'must be an id or me, not "I"'],
    ['created_by_id[ne]=today', 'created_by_id[ne]', 'must be an id or me, not "today"'],
    ['project_id=me', 'project_id', 'must be an id, not "me"'],
    ['id=me', 'id', 'must be an id, not "me"'],
  ])('and me are refused where they mean nothing: %s', async (query, parameter, message) => {
    const { status, body } = await first.get(`/tasks?${query}`);
    expect([status, body.errors]).toEqual([400, [{ parameter, code: 'invalid_format', message }]]);
  });

  it('and me stay as written in a saved view, which is refused if they are wrong', async () => {
    const query = 'assigned_to_id=me&bid_due_date[lte]=today+14&created_at[gte]=today-30';
    const view = await make(first, 'saved_views', { name: 'Soon', resource: 'projects', query });
    expect((await first.get(`/saved_views/${view.id}`)).body.saved_view.query).toBe(query);
    await idsOf(`/projects?${query}`);
    const wrong = { name: 'Wrong', resource: 'projects', query: 'company_id=me&bid_due_date=today*2' };
    const { status, body } = await first.post('/saved_views', { saved_view: wrong });
    expect([status, body.errors.map(({ pointer }: Json) => pointer)]).toEqual([
      422,
      ['/saved_view/query', '/saved_view/query'],
    ]);
  });
});
