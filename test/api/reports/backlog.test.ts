import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { TenProjects } from './support/ten-projects.ts';
import { expectOneState } from './support/one-state.ts';

let service: TestService;
let ten: TenProjects;

async function backlog(query = ''): Promise<Json> {
  const { status, body, text } = await service.first.get(`/reports/backlog?${query}`);
  expect(status, text).toBe(200);
  return body.backlog;
}

const cents = (amount: number): number => Math.round(amount * 100);

/** The money of a figure as one list: before, the buckets, after, unscheduled. */
const parts = ({ before, buckets, after, unscheduled }: Json): number[] => [before, ...buckets, after, unscheduled];

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + cents(amount), 0);

/** Expects that the parts of each figure are its amount, and that each address lists what is counted and added up. */
async function expectCounted({ total, groups, buckets }: Json): Promise<void> {
  for (const line of [total, ...groups]) {
    for (const figure of [...line.layers, line.sum]) {
      expect(sumOf(parts(figure))).toBe(cents(figure.amount));
      const jobs = await jobsOf(figure.projects_url, figure.count);
      parts(figure).forEach((amount, place) =>
        expect(sumOf(jobs.map((job: Json) => parts(job)[place] ?? 0))).toBe(cents(amount)),
      );
      expect(figure.bucket_urls).toHaveLength(buckets.length);
      for (const [place, url] of figure.bucket_urls.entries()) {
        const there = jobs.filter((job: Json) => job.buckets[place] > 0);
        const listed = await jobsOf(url, there.length);
        expect(sumOf(listed.map((job: Json) => job.buckets[place]))).toBe(cents(figure.buckets[place]));
      }
    }
    for (const place of [0, ...parts(line.sum).keys()].slice(1)) {
      expect(sumOf(line.layers.map((layer: Json) => parts(layer)[place]))).toBe(cents(parts(line.sum)[place] ?? 0));
    }
  }
  if (groups.length === 0) return;
  for (const [place, layer] of total.layers.entries()) {
    for (const name of ['count', 'amount', 'without_amount', 'without_probability', 'without_remaining']) {
      expect(sumOf(groups.map((line: Json) => line.layers[place][name]))).toBe(cents(layer[name]));
    }
  }
}

async function jobsOf(url: string | null, count: number): Promise<Json[]> {
  if (url === null) {
    expect(count).toBe(0);
    return [];
  }
  const { body, headers, status, text } = await service.first.get(`${url}&per_page=500`, { Prefer: 'count=exact' });
  expect(status, text).toBe(200);
  expect(headers.get('X-Total-Count')).toBe(String(count));
  expect(body.projects).toHaveLength(count);
  return body.projects;
}

const jobNames = (jobs: readonly Json[]): string[] => jobs.map(({ project }) => project.name);

beforeAll(async () => {
  service = await sharedService();
  ten = new TenProjects(service);
  await ten.begin();
  await ten.until('2026-03-30T04:59:59.999Z');
  await make(service.second, 'projects', { amount: 77, start_date: '2026-05-01', end_date: '2026-06-01' });
});
afterAll(() => service.stop());

const ofYear = 'every=quarter&start=2026-01-01&buckets=4';

describe('the work that ten projects have to earn', () => {
  it('is spread evenly over the days of each job', async () => {
    const report = await backlog(`${ofYear}&curve=even`);
    expect(report).toMatchObject({ day: '2026-03-29', curve: 'even', every: 'quarter', group_by: null, groups: [] });
    expect(report.buckets).toEqual([
      { from: '2026-01-01', to: '2026-03-31', is_partial: true },
      { from: '2026-04-01', to: '2026-06-30', is_partial: false },
      { from: '2026-07-01', to: '2026-09-30', is_partial: false },
      { from: '2026-10-01', to: '2026-12-31', is_partial: false },
    ]);
    const { layers, sum } = report.total;
    expect(layers.map((one: Json) => [one.layer, one.count, one.amount, ...parts(one)])).toEqual([
      ['backlog', 2, 6_500_000, 0, 507_009.35, 2_207_326.01, 2_645_168.77, 1_140_495.87, 0, 0],
      ['committed', 1, 1_350_000.25, 0, 0, 531_147.64, 678_688.65, 140_163.96, 0, 0],
      ['pursuit', 3, 1_087_500.05, 0, 0, 0, 405_973.76, 508_736.18, 97_790.06, 75_000.05],
    ]);
    expect([sum.count, sum.amount]).toEqual([6, 8_937_500.3]);
    expect(layers[0]).toMatchObject({ without_amount: 0, without_remaining: 0 });
    await expectCounted(report);
  });

  it('is spread by an S-curve, against the goal of the quarter', async () => {
    const report = await backlog(ofYear);
    expect(report.curve).toBe('s');
    const { layers, goals } = report.total;
    expect(layers.map((one: Json) => parts(one))).toEqual([
      [0, 702_665.69, 2_348_201.11, 2_478_064.18, 971_069.02, 0, 0],
      [0, 0, 462_488.14, 846_876.32, 40_635.79, 0, 0],
      [0, 0, 0, 378_242.53, 559_409.77, 74_847.7, 75_000.05],
    ]);
    expect(goals).toEqual([
      null,
      { goal: expect.objectContaining({ measure: 'earned_amount', target: 3_000_000 }), gap: 189_310.75 },
      null,
      null,
    ]);
    await expectCounted(report);
  });

  it('has the jobs behind a figure, the largest part first', async () => {
    const { total } = await backlog(ofYear);
    const named = async (url: string | null, count: number) => jobNames(await jobsOf(url, count));
    const [won, committed, pursuit] = total.layers;
    expect(await named(won.projects_url, 2)).toEqual(['Plant', 'Clinic']);
    expect(await named(committed.projects_url, 1)).toEqual(['Tower']);
    expect(await named(pursuit.projects_url, 3)).toEqual(['School', 'North Lab', 'Depot']);
    expect(await named(won.bucket_urls[0], 1)).toEqual(['Plant']);
    expect(await named(won.bucket_urls[3], 1)).toEqual(['Clinic']);
    expect(await named(pursuit.bucket_urls[3], 2)).toEqual(['School', 'North Lab']);
    expect(pursuit.bucket_urls[0]).toBeNull();
    expect(await named(`${pursuit.projects_url}&bucket=unscheduled`, 1)).toEqual(['Depot']);
    expect(await named(`${pursuit.projects_url}&bucket=after`, 1)).toEqual(['North Lab']);
    expect(await named(`${pursuit.projects_url}&bucket=before`, 0)).toEqual([]);
    const [job] = await jobsOf(committed.projects_url, 1);
    expect(job).toMatchObject({ layer: 'committed', amount: 1_350_000.25, before: 0, after: 0, unscheduled: 0 });
    expect(job.buckets).toEqual(committed.buckets);
    expect(job.project).toEqual((await service.first.get(`/projects/${ten.ids[8]}`)).body.project);
  });

  it('has pages of jobs', async () => {
    const { first } = service;
    const all = jobNames((await first.get(`/reports/backlog/projects?${ofYear}`)).body.projects);
    expect(all).toHaveLength(6);
    const found: string[] = [];
    let url: string | undefined = `/reports/backlog/projects?${ofYear}&per_page=4`;
    while (url !== undefined) {
      const { body, headers } = await first.get(url);
      expect(headers.get('X-Total-Count')).toBeNull();
      found.push(...jobNames(body.projects));
      url = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    }
    expect(found).toEqual(all);
  });

  it.each([
    'division_id',
    'assigned_to_id',
    'company_id',
    'project_stage_id',
    'address.state',
    'amount_band',
    'amount_band&bands=950000,1200000',
    'division_id&amount[gte]=900000',
  ])('has groups that add up, and addresses that list what is counted, by %s', async (query) => {
    await expectCounted(await backlog(`${ofYear}&group_by=${query}`));
  });

  it('compares with the goals of a division or an assignee that a filter or a group names', async () => {
    const [one = '', two = ''] = ten.divisions;
    const scope = { period: 'quarter', starts_on: '2026-07-01', measure: 'earned_amount' };
    await make(service.first, 'goals', { ...scope, division_id: two, target: 1_000_000 });
    const gaps = ({ goals }: Json): unknown[] => goals.map((goal: Json) => goal && goal.gap);
    const report = await backlog(`${ofYear}&curve=even&group_by=division_id`);
    expect(report.groups.map(({ group }: Json) => group.id)).toEqual([one, two]);
    expect(report.groups.map(gaps)).toEqual([
      [null, null, null, null],
      [null, null, 321_311.35, null],
    ]);
    expect(gaps((await backlog(`${ofYear}&curve=even&division_id=${two}`)).total)).toEqual([
      null,
      null,
      321_311.35,
      null,
    ]);
    expect(gaps((await backlog(`${ofYear}&amount[gt]=0`)).total)).toEqual([null, null, null, null]);
    expect(gaps((await backlog('every=month&start=2026-04-01')).total)).toEqual(Array(12).fill(null));
  });

  it('has twelve months, eight quarters or five years from the day of the report', async () => {
    for (const [query, first, count] of [
      ['', '2026-03-01', 12],
      ['every=quarter', '2026-01-01', 8],
      ['every=year', '2025-07-01', 5],
      ['buckets=60&start=2024-02-29', '2024-02-01', 60],
    ] as const) {
      const report = await backlog(query);
      expect([report.buckets[0].from, report.buckets.length]).toEqual([first, count]);
      expect(report.total.sum.amount).toBe(8_937_500.3);
    }
  });

  it('reads one state of the projects', () => expectOneState(service, 4, () => backlog('group_by=division_id')));
});

describe('a wrong parameter of the backlog', () => {
  const refused = async (path: string): Promise<string[]> => {
    const { status, body } = await service.first.get(`/reports/backlog${path}`);
    expect(status).toBe(400);
    return body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).sort();
  };

  it('is named with all others', async () => {
    const query =
      'every=week&start=2026-02-30&buckets=61&curve=z&group_by=loss_reason_id&bands=1&close_type=won&page=1';
    expect(await refused(`?${query}`)).toEqual([
      'bands not_allowed',
      'buckets out_of_range',
      'close_type not_allowed',
      'curve not_allowed',
      'every not_allowed',
      'group_by not_allowed',
      'page unknown_parameter',
      'start invalid_format',
    ]);
    expect(await refused('/projects?line=won&bucket=x&group=5&group[is_null]=false&per_page=501&to=1')).toEqual([
      'bucket invalid_format',
      'group not_allowed',
      'group not_allowed',
      'group[is_null] not_allowed',
      'line not_allowed',
      'per_page out_of_range',
      'to unknown_parameter',
    ]);
  });

  it.each([
    ['?buckets=0', ['buckets out_of_range']],
    ['?start=9999-12-01&every=month&buckets=2', ['start out_of_range']],
    ['/projects?bucket=2026-03-02', ['bucket not_allowed']],
    ['/projects?every=quarter&bucket=2026-03-01', ['bucket not_allowed']],
    ['/projects?group_by=division_id&group=x', ['group invalid_format']],
    ['/projects?group_by=amount_band&group=7', ['group not_allowed']],
    ['/projects?group_by=stage&group=7', ['group_by not_allowed']],
  ])('is refused: %s', async (path, expected) => {
    expect(await refused(path)).toEqual(expected);
  });
});
