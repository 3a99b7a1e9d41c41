import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { TenProjects } from './support/ten-projects.ts';
import { expectOneState } from './support/one-state.ts';

let service: TestService;
let ten: TenProjects;
let before: Json;

async function pipeline(query = ''): Promise<Json> {
  const { status, body, text } = await service.first.get(`/reports/pipeline?${query}`);
  expect(status, text).toBe(200);
  return body.pipeline;
}

const count = async (url: string | null): Promise<number> =>
  url === null
    ? 0
    : Number((await service.first.get(`${url}&per_page=1`, { Prefer: 'count=exact' })).headers.get('X-Total-Count'));

beforeAll(async () => {
  service = await sharedService();
  ten = new TenProjects(service);
  await ten.begin();
  await ten.until('2026-03-23T04:59:59.999Z');
  before = await pipeline();
  await ten.until('2026-03-30T04:59:59.999Z');
  await make(service.second, 'projects', { amount: 77 });
});
afterAll(() => service.stop());

describe('the pipeline of ten projects', () => {
  it('has the open projects with their amounts', async () => {
    expect(before).toMatchObject({ day: '2026-03-22', group_by: null, groups: [] });
    expect(before.total).toMatchObject({ count: 6, amount: 6_700_000, weighted_amount: 3_990_000 });
    expect(await pipeline()).toMatchObject({
      as_of: '2026-03-30T04:59:59.999Z',
      day: '2026-03-29',
      names_as_of: '2026-03-30T04:59:59.999Z',
      time_zone: 'America/Chicago',
      currency: 'USD',
      fiscal_year_starts_month: 7,
      total: {
        count: 4,
        amount: 4_250_000.75,
        weighted_amount: 2_302_500.28,
        without_amount: 0,
        without_probability: 0,
      },
    });
  });

  it('has a line for each stage, in the order of the stages', async () => {
    const { groups } = await pipeline('group_by=project_stage_id');
    const lines = groups.map((line: Json) => [line.group.name, line.count, line.amount, line.weighted_amount]);
    expect(lines).toEqual([
      ['Qualifying', 1, 750_000.5, 75_000.05],
      ['Estimating', 1, 1_200_000, 300_000],
      ['Negotiating', 1, 950_000, 712_500],
      ['Verbal Award', 1, 1_350_000.25, 1_215_000.23],
    ]);
    expect(await Promise.all(groups.map((line: Json) => ten.named(line.projects_url)))).toEqual([
      ['Depot'],
      ['North Lab'],
      ['School'],
      ['Tower'],
    ]);
  });

  it('compares the bookings with the goals of the firm', async () => {
    const { goals } = (await pipeline()).total;
    expect(goals).toMatchObject([
      {
        goal: { period: 'year', measure: 'booked_amount', target: 10_000_000 },
        booked: { count: 2, amount: 9_000_000 },
        committed: { count: 1, amount: 1_350_000.25 },
        gap: 1_000_000,
      },
      {
        goal: { period: 'quarter', measure: 'booked_count', target: 3 },
        booked: { count: 1, amount: 3_000_000 },
        committed: { count: 1, amount: 1_350_000.25 },
        gap: 2,
      },
    ]);
    const [year, quarter] = goals;
    expect(await ten.named(year.booked.projects_url)).toEqual(['Clinic', 'Plant']);
    expect(await ten.named(quarter.booked.projects_url)).toEqual(['Clinic']);
    expect(await ten.named(quarter.committed.projects_url)).toEqual(['Tower']);
  });

  it.each([
    ...['project_stage_id', 'assigned_to_id', 'division_id', 'company_id', 'work_scope', 'address.state'],
    ...[
      'amount_band',
      'amount_band&bands=950000,1200000',
      'division_id&amount[gte]=900000&filters[amount][lt]=1300000',
    ],
    'amount_band&amount[gte]=800000',
  ])('has groups that add up, and addresses that list what is counted, by %s', async (query) => {
    const { groups, total } = await pipeline(`group_by=${query}`);
    const sum = (name: string): number =>
      groups.reduce((found: number, line: Json) => found + Math.round(line[name] * 100), 0);
    for (const name of ['count', 'amount', 'weighted_amount']) expect(sum(name)).toBe(Math.round(total[name] * 100));
    for (const line of [...groups, total]) expect(await count(line.projects_url)).toBe(line.count);
  });

  it('shows bands with their bounds; a lower bound belongs to its band', async () => {
    const { groups } = await pipeline('group_by=amount_band&bands=950000,1200000,5000000');
    expect(groups.map(({ group, count: found }: Json) => [group, found])).toEqual([
      [{ from: null, to: 950_000 }, 1],
      [{ from: 950_000, to: 1_200_000 }, 1],
      [{ from: 1_200_000, to: 5_000_000 }, 2],
    ]);
  });

  it('compares with the goals of a division or an assignee that a filter or a group names', async () => {
    const [first = ''] = ten.divisions;
    const ann = ten.users.get('Ann') ?? '';
    const scope = { period: 'year', starts_on: '2025-07-01', measure: 'booked_amount' };
    await make(service.first, 'goals', { ...scope, division_id: first, target: 9_500_000 });
    await make(service.first, 'goals', { ...scope, user_id: ann, target: 100 });
    const gaps = ({ goals }: Json): number[] => goals.map(({ gap }: Json) => gap);
    const byDivision = await pipeline('group_by=division_id');
    expect([byDivision.total, ...byDivision.groups].map(gaps)).toEqual([[1_000_000, 2], [500_000], []]);
    expect(gaps((await pipeline(`division_id=${first}`)).total)).toEqual([500_000]);
    const ofAnn = await pipeline(`assigned_to_id=${ann}&group_by=division_id`);
    expect([ofAnn.total, ...ofAnn.groups].map(gaps)).toEqual([[100], []]);
    expect(gaps((await pipeline(`division_id=${first}&amount[gt]=1`)).total)).toEqual([]);
    expect(gaps((await pipeline('division_id[ne]=1')).total)).toEqual([]);
  });

  it('groups by a custom field of the type select, texts by code point', async () => {
    const field = { model: 'project', name: 'Roof', api_name: 'roof', field_type: 'select', options: ['b', 'a', 'B'] };
    await make(service.first, 'custom_fields', field);
    for (const [index, roof] of ['b', 'B', 'a'].entries()) {
      await service.first.patch(`/projects/${ten.ids[[1, 4, 6][index] ?? 1]}`, {
        project: { custom_fields: { roof } },
      });
    }
    const { groups, group_by } = await pipeline('group_by=custom_fields[roof]');
    expect(group_by).toBe('custom_fields[roof]');
    expect(groups.map(({ group }: Json) => group)).toEqual(['B', 'a', 'b', null]);
    for (const line of groups) expect(await count(line.projects_url)).toBe(1);
  });

  it('names every wrong parameter at once', async () => {
    const query =
      'group_by=stage&bands=5,1&every=month&close_type=won&filters[project_status][ne]=pursuit&deleted_at[is_null]=true&amuont=1&as_of=x';
    const { status, body } = await service.first.get(`/reports/pipeline?${query}`);
    expect(status).toBe(400);
    const found = body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).sort();
    expect(found).toEqual([
      'amuont unknown_parameter',
      'as_of invalid_format',
      'bands not_allowed',
      'bands not_allowed',
      'close_type not_allowed',
      'deleted_at[is_null] not_allowed',
      'every not_allowed',
      'filters[project_status][ne] not_allowed',
      'group_by not_allowed',
    ]);
  });

  it.each([
    ['bands=1,2', 'not_allowed'],
    ['group_by=amount_band&bands=1,x', 'invalid_format'],
    ['group_by=amount_band&bands=1,2,3,4,5,6,7,8,9,10', 'too_many'],
    ['group_by=amount_band&bands=1,1', 'not_allowed'],
  ])('refuses %s', async (query, code) => {
    const { status, body } = await service.first.get(`/reports/pipeline?${query}`);
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([400, 'bands', code]);
  });

  it('answers many requests at once, one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => pipeline('group_by=division_id')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('reads one state of the projects', () => expectOneState(service, 5, () => pipeline('group_by=division_id')));
});
