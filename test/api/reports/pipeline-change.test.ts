import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { TenProjects } from './support/ten-projects.ts';

let service: TestService;
let ten: TenProjects;

const week = 'from=2026-03-22&to=2026-03-29';

async function change(query: string): Promise<Json> {
  const { status, body, text } = await service.first.get(`/reports/pipeline_change?${query}`);
  expect(status, text).toBe(200);
  return body.pipeline_change;
}

const figures = ({ count, amount, weighted_amount: weighted }: Json): number[] => [count, amount, weighted];

/** The lines with projects, by name. */
const linesOf = (line: Json): Json =>
  Object.fromEntries(
    Object.entries(line as Record<string, Json>).flatMap(([name, one]) =>
      name === 'group' || (one.count === 0 && one.amount === 0) ? [] : [[name, figures(one)]],
    ),
  );

const named = ({ projects }: Json): unknown[] =>
  projects.map((one: Json) => [
    one.project.name,
    one.reason,
    one.from_amount,
    one.to_amount,
    one.amount,
    one.weighted_amount,
  ]);

beforeAll(async () => {
  service = await sharedService();
  ten = new TenProjects(service);
  await ten.begin();
  await ten.until('2026-03-30T04:59:59.999Z');
  service.clock.set('2026-04-06T13:00:02Z');
  await make(service.second, 'projects', { amount: 77 });
});
afterAll(() => service.stop());

describe('the change of the pipeline of ten projects', () => {
  it('has its lines, whose sum is the closing', async () => {
    const report = await change(week);
    expect(report).toMatchObject({
      from: '2026-03-23T04:59:59.999Z',
      to: '2026-03-30T04:59:59.999Z',
      names_as_of: '2026-04-06T13:00:02Z',
      time_zone: 'America/Chicago',
      group_by: null,
      groups: [],
    });
    expect(linesOf(report.total)).toEqual({
      opening: [6, 6_700_000, 3_990_000],
      added: [3, 2_100_000.5, 787_500.05],
      repriced: [3, 250_000.25, -84_999.77],
      won: [1, 3_000_000, 2_100_000],
      lost: [2, 900_000, 125_000],
      dropped: [2, 900_000, 165_000],
      closing: [4, 4_250_000.75, 2_302_500.28],
    });
  });

  it('names the reasons and the largest projects', async () => {
    const { total } = await change(week);
    const parts = (line: Json) => line.parts.map((one: Json) => [one.reason, ...figures(one)]);
    expect(parts(total.added)).toEqual([
      ['created', 2, 1_150_000.5, 75_000.05],
      ['reopened', 1, 950_000, 712_500],
    ]);
    expect(parts(total.repriced)).toEqual([
      ['increased', 2, 400_000, 50_000],
      ['decreased', 1, -149_999.75, -134_999.77],
    ]);
    expect(parts(total.dropped)).toEqual([
      ['cancelled', 1, 300_000, 45_000],
      ['deleted', 1, 600_000, 120_000],
    ]);
    expect(parts(total.opening)).toEqual([]);
    expect(named(total.added)).toEqual([
      ['School', 'reopened', 900_000, 950_000, 950_000, 712_500],
      ['Depot', 'created', null, 750_000.5, 750_000.5, 75_000.05],
      ['Shop', 'created', null, 400_000, 400_000, 0],
    ]);
    expect(named(total.dropped)).toEqual([
      ['Garage', 'deleted', 600_000, 600_000, 600_000, 120_000],
      ['Bridge', 'cancelled', 300_000, 300_000, 300_000, 45_000],
    ]);
    expect(named(total.opening)).toEqual([]);
    expect(named((await change(`${week}&top=1`)).total.added)).toHaveLength(1);
    expect(named((await change(`${week}&top=0`)).total.added)).toEqual([]);
  });

  it('has the moves between groups', async () => {
    const { groups, total } = await change(`${week}&group_by=division_id`);
    expect(groups.map((line: Json) => [line.group?.name, linesOf(line)])).toEqual([
      [
        'Ground Up',
        {
          opening: [4, 5_900_000, 3_820_000],
          added: [2, 1_700_000.5, 787_500.05],
          repriced: [2, 400_000, 50_000],
          moved: [-1, -1_500_000, -1_350_000],
          won: [1, 3_000_000, 2_100_000],
          dropped: [1, 600_000, 120_000],
          closing: [3, 2_900_000.5, 1_087_500.05],
        },
      ],
      [
        'Interiors',
        {
          opening: [2, 800_000, 170_000],
          added: [1, 400_000, 0],
          repriced: [1, -149_999.75, -134_999.77],
          moved: [1, 1_500_000, 1_350_000],
          lost: [2, 900_000, 125_000],
          dropped: [1, 300_000, 45_000],
          closing: [1, 1_350_000.25, 1_215_000.23],
        },
      ],
    ]);
    expect(linesOf(total)).toEqual(linesOf((await change(week)).total));
    expect(total.moved).toMatchObject({ count: 0, amount: 0, weighted_amount: 0 });
  });

  it('opens and closes with the pipeline of its instants', async () => {
    for (const group of ['', '&group_by=division_id', '&group_by=amount_band', '&assigned_to_id=null']) {
      const report = await change(week + group);
      for (const [line, day] of [
        ['opening', '2026-03-22'],
        ['closing', '2026-03-29'],
      ] as const) {
        const { body } = await service.first.get(`/reports/pipeline?as_of=${day}${group}`);
        const { groups, total } = body.pipeline;
        expect(figures(report.total[line])).toEqual(figures(total));
        const own = report.groups.filter((one: Json) => one[line].count > 0);
        expect(own.map((one: Json) => [one.group, figures(one[line])])).toEqual(
          groups.map((one: Json) => [one.group, figures(one)]),
        );
      }
    }
  });

  it('lists the projects behind each figure', async () => {
    const { groups, total } = await change(`${week}&group_by=division_id`);
    for (const line of [total, ...groups]) {
      for (const [name, one] of Object.entries(line as Record<string, Json>)) {
        if (name === 'group') continue;
        for (const figure of [one, ...one.parts]) await expectListed(figure, name);
      }
    }
  });

  it('counts what was open in between, and no import of closed jobs', async () => {
    const stage = (name: string) => ten.stages.get(name);
    service.clock.set('2026-05-04T16:00:00Z');
    const brief = await make(service.first, 'projects', {
      name: 'Brief',
      amount: 5,
      project_stage_id: stage('Estimating'),
    });
    await make(service.first, 'projects', { name: 'Old', amount: 9, project_stage_id: stage('Lost') });
    const silent = await make(service.first, 'projects', {
      name: 'Silent',
      amount: 7,
      project_stage_id: stage('Lost'),
    });
    service.clock.set('2026-05-05T16:00:00Z');
    await service.first.patch(`/projects/${brief.id}`, { project: { project_stage_id: stage('Won') } });
    await service.first.patch(`/projects/${silent.id}`, { project: { amount: 8 } });
    const { total } = await change('from=2026-05-03&to=2026-05-05');
    expect(linesOf(total)).toMatchObject({ added: [1, 5, 5], won: [1, 5, 5] });
    expect(named(total.won)).toEqual([['Brief', null, null, 5, 5, 5]]);
    expect(linesOf((await change('from=2026-05-04&to=2026-05-05')).total)).toMatchObject({
      won: [1, 5, expect.any(Number)],
    });
    expect((await change('from=2026-05-04&to=2026-05-05')).total.added.count).toBe(0);
  });

  it('tells of projects that the filters find no longer, or anew', async () => {
    const { total } = await change(`${week}&division_id=${ten.divisions[1]}`);
    expect(named(total.added)).toContainEqual([
      'Tower',
      'refiltered',
      1_500_000,
      1_350_000.25,
      1_350_000.25,
      1_215_000.23,
    ]);
    const before = await change(`${week}&division_id=${ten.divisions[0]}`);
    expect(named(before.total.dropped)).toContainEqual([
      'Tower',
      'refiltered',
      1_500_000,
      1_350_000.25,
      1_350_000.25,
      1_350_000,
    ]);
  });

  it('has nothing but the opening and the closing without changes', async () => {
    const { total } = await change('from=2026-04-01&to=2026-04-02');
    expect(Object.keys(linesOf(total))).toEqual(['opening', 'closing']);
  });

  it('refuses a filter by a text whose past is not stored, as the opening is of the past', async () => {
    for (const path of ['pipeline_change?', 'pipeline_change.csv?', 'pipeline_change/projects?line=added&']) {
      const { status, body } = await service.first.get(`/reports/${path}from=2026-03-22&description[contains]=roof`);
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ parameter: 'description', code: 'not_allowed' })]);
    }
  });

  it('names every wrong parameter at once', async () => {
    const query = 'from=2026-03-29&to=2026-03-22&top=51&group_by=project_stage_id&as_of=today&every=month&amuont=1';
    const { status, body } = await service.first.get(`/reports/pipeline_change?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).toSorted()).toEqual([
      'amuont unknown_parameter',
      'as_of not_allowed',
      'every not_allowed',
      'from out_of_range',
      'group_by not_allowed',
      'top out_of_range',
    ]);
    expect((await service.first.get('/reports/pipeline_change')).body).toMatchObject({
      errors: [{ parameter: 'from', code: 'required' }],
    });
  });
});

/** Expects that the address of a figure lists what adds up to it. */
async function expectListed(figure: Json, line: string): Promise<void> {
  const { projects_url: url, count, amount, weighted_amount: weighted } = figure;
  if (url === null) {
    expect([count, amount, weighted]).toEqual([0, 0, 0]);
    return;
  }
  const { status, body, headers, text } = await service.first.get(url, { Prefer: 'count=exact' });
  expect(status, text).toBe(200);
  const { projects } = body;
  expect(headers.get('X-Total-Count')).toBe(String(projects.length));
  if (line !== 'moved') expect(projects).toHaveLength(count);
  const cents = (key: string): number =>
    projects.reduce((sum: number, one: Json) => sum + Math.round(one[key] * 100), 0);
  expect([cents('amount'), cents('weighted_amount')]).toEqual([Math.round(amount * 100), Math.round(weighted * 100)]);
  for (const one of projects) expect(one.line).toBe(line);
}
