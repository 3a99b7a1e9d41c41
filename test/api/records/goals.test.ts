import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { historyOf } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startTestService();
  admin = service.first;
});
afterAll(() => service.stop());

const year = { period: 'year', starts_on: '2026-01-01', measure: 'booked_amount', target: 10_000_000 };
const create = (fields: object) => admin.post('/goals', { goal: { ...year, ...fields } });
const made = async (fields: object): Promise<Json> => {
  const { status, body, text } = await create(fields);
  expect(status, text).toBe(201);
  return body.goal;
};
const remove = async ({ id }: Json) => expect((await admin.delete(`/goals/${id}`)).status).toBe(204);
const problems = (body: Json) => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const beginIn = (month: number) => admin.patch('/account', { account: { fiscal_year_starts_month: month } });

describe('a goal', () => {
  it('is of the firm, a division or a user', async () => {
    const division = await make(admin, 'divisions');
    const user = await make(admin, 'users');
    const goals = [
      await made({}),
      await made({ division_id: division.id }),
      await made({ user_id: user.id, measure: 'booked_count', target: 12 }),
    ];
    expect(goals[0]).toEqual({
      ...{ id: goals[0].id, created_at: expect.any(String), updated_at: expect.any(String) },
      ...{ period: 'year', starts_on: '2026-01-01', ends_on: '2026-12-31' },
      ...{ measure: 'booked_amount', target: 10_000_000, division: null, user: null },
    });
    expect(goals[1].division.id).toBe(division.id);
    expect(goals[2].user.id).toBe(user.id);
    for (const goal of goals) await remove(goal);
  });

  it('covers a month, a fiscal quarter or a fiscal year', async () => {
    expect((await beginIn(7)).status).toBe(200);
    const periods = [
      ['year', '2025-07-01', '2026-06-30'],
      ['quarter', '2026-01-01', '2026-03-31'],
      ['month', '2024-02-01', '2024-02-29'],
      ['year', '0001-07-01', '0002-06-30'],
      ['month', '9999-12-01', '9999-12-31'],
    ] as const;
    for (const [period, starts_on, ends_on] of periods) {
      const goal = await made({ period, starts_on });
      expect(goal).toMatchObject({ period, starts_on, ends_on });
      await remove(goal);
    }
    const wrong = await create({ starts_on: '2026-01-01' });
    expect(problems(wrong.body)).toEqual(['/goal/starts_on not_allowed']);
    expect(wrong.body.errors[0].allowed).toEqual(['2025-07-01', '2026-07-01']);
    await beginIn(1);
  });

  it('names all problems at once', async () => {
    const [division, user] = [await make(admin, 'divisions'), await make(admin, 'users')];
    const both = { division_id: division.id, user_id: user.id };
    const answer = await create({ starts_on: '2026-02-03', period: 'quarter', target: 0, ...both });
    expect(problems(answer.body).sort()).toEqual([
      '/goal/starts_on not_allowed',
      '/goal/target out_of_range',
      '/goal/user_id not_allowed',
    ]);
    const half = await create({ measure: 'booked_count', target: 1.5 });
    expect(problems(half.body)).toEqual(['/goal/target not_allowed']);
  });

  it('is there once for each period, measure and scope', async () => {
    const goal = await made({});
    const again = await create({ target: 5 });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: goal.id } });
    expect(problems(again.body)).toEqual(['/goal already_exists']);
    const others = [await made({ measure: 'earned_amount' }), await made({ starts_on: '2027-01-01' })];
    await remove(goal);
    const next = await made({ target: 6 });
    const restored = await admin.post(`/goals/${goal.id}/restore`);
    expect(restored).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: next.id } });
    for (const one of [...others, next]) await remove(one);
  });

  it('changes its target alone', async () => {
    const goal = await made({});
    const answer = await admin.patch(`/goals/${goal.id}`, { goal: { target: 7, starts_on: '2027-01-01' } });
    expect(answer.body.goal).toMatchObject({ target: 7, starts_on: '2026-01-01' });
    expect(answer.headers.get('plumbline-ignored')).toBe('starts_on');
    const [change] = await historyOf(admin, `/goals/${goal.id}`);
    expect(change?.fields).toEqual({ target: { from: 10_000_000, to: 7 } });
    await remove(goal);
  });

  it('is written by admins and read by all', async () => {
    const { id } = await make(admin, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: id, scopes: ['read', 'write'] });
    expect((await client.post('/goals', { goal: year })).status).toBe(403);
    expect((await client.get('/goals')).status).toBe(200);
  });

  it('goes with its division to the one that replaces it', async () => {
    const [from, to] = [await make(admin, 'divisions'), await make(admin, 'divisions')];
    const goal = await made({ division_id: from.id });
    const twin = await made({ division_id: to.id });
    const replace = () => admin.delete(`/divisions/${from.id}?replace_with=${to.id}`);
    expect(await replace()).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: twin.id } });
    expect((await admin.get(`/goals/${goal.id}`)).body.goal.division.id).toBe(from.id);
    await remove(twin);
    expect((await replace()).status).toBe(204);
    expect((await admin.get(`/goals/${goal.id}`)).body.goal.division.id).toBe(to.id);
    const again = await create({ division_id: to.id });
    expect(again).toMatchObject({ status: 409, body: { existing_id: goal.id } });
    await remove(goal);
  });

  it('is one of at most 10,000', async () => {
    await service.engine.query(
      `insert into goals (account_id, created_at, updated_at, period, starts_on, ends_on, measure, target, subject)
      select 1, now(), now(), 'month', make_date(1 + n / 12, 1 + n % 12, 1),
        make_date(1 + n / 12, 1 + n % 12, 1) + interval '1 month' - interval '1 day', 'earned_amount', 1, 'n ' || n
      from generate_series(1, 10000) n`,
      [],
    );
    expect(await create({})).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await service.engine.query(`delete from goals where subject like 'n %'`, []);
  });
});

describe('the fiscal year', () => {
  it('begins in January unless an admin sets another month', async () => {
    const shown = async () => (await admin.get('/account?include=fiscal_year_starts_month')).body.account;
    expect(await shown()).toMatchObject({ fiscal_year_starts_month: 1 });
    expect((await admin.get('/account')).body.account).not.toHaveProperty('fiscal_year_starts_month');
    const changed = await beginIn(10);
    expect(changed.status).toBe(200);
    expect(changed.body.account).not.toHaveProperty('fiscal_year_starts_month');
    expect(await shown()).toMatchObject({ fiscal_year_starts_month: 10 });
    for (const month of [0, 13, 1.5, '3', null]) {
      const wrong = await admin.patch('/account', { account: { fiscal_year_starts_month: month } });
      expect(wrong.status, String(month)).toBe(422);
    }
    expect((await admin.get('/account?include=fiscal_year_start_month')).body.errors).toMatchObject([
      { parameter: 'include', code: 'not_allowed', suggestion: 'fiscal_year_starts_month' },
    ]);
    await beginIn(1);
  });

  it('stays while goals would no longer begin a period', async () => {
    const goals = [await made({}), await made({ period: 'quarter' }), await made({ period: 'month' })];
    expect(await beginIn(2)).toMatchObject({ status: 409, body: { code: 'in_use', uses: 2 } });
    expect(await beginIn(4)).toMatchObject({ status: 409, body: { code: 'in_use', uses: 1 } });
    const [whole] = goals;
    await remove(whole);
    expect((await beginIn(4)).status).toBe(200);
    expect((await admin.post(`/goals/${whole.id}/restore`)).status).toBe(409);
    for (const goal of goals.slice(1)) await remove(goal);
    await beginIn(1);
  });
});
