import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { TenProjects } from './support/ten-projects.ts';
import { expectOneState } from './support/one-state.ts';

let service: TestService;
let ten: TenProjects;

async function bidsDue(query = ''): Promise<Json> {
  const { status, body, text } = await service.first.get(`/reports/bids_due?${query}`);
  expect(status, text).toBe(200);
  return body.bids_due;
}

beforeAll(async () => {
  service = await sharedService();
  ten = new TenProjects(service);
  await ten.begin();
  await ten.until('2026-03-30T04:59:59.999Z');
  await make(service.second, 'projects', { bid_due_date: '2026-04-02', amount: 77 });
});
afterAll(() => service.stop());

/** The counts of each assignee: the late bids, then those of the weeks that have some. */
const loadOf = ({ load: { weeks, assignees } }: Json) =>
  assignees.map((line: Json) => [
    line.assigned_to && line.assigned_to.id,
    line.overdue.count,
    line.weeks.flatMap(({ count }: Json, index: number) => (count === 0 ? [] : [`${weeks[index]} ${count}`])),
  ]);

/** Expects that each address of the report lists what the report counts. */
async function expectCounted(report: Json): Promise<void> {
  const { overdue, load, ...all } = report;
  const figures = [all, overdue, ...load.assignees.flatMap((line: Json) => [line.overdue, ...line.weeks])];
  for (const { count, amount, projects_url: url } of figures) {
    const listed = url === null ? [] : (await service.first.get(url)).body.projects;
    expect(listed).toHaveLength(count);
    const cents = listed.reduce((sum: number, project: Json) => sum + Math.round((project.amount ?? 0) * 100), 0);
    if (amount !== undefined) expect(cents).toBe(Math.round(amount * 100));
  }
}

describe('the bids of ten projects', () => {
  it('has the bids of eight weeks by day, and the late ones', async () => {
    const report = await bidsDue();
    expect(report).toMatchObject({ day: '2026-03-29', from: '2026-03-29', to: '2026-05-23', count: 1 });
    expect(report).toMatchObject({ amount: 1_200_000, overdue: { count: 1, amount: 750_000.5 } });
    expect(report.days).toEqual([
      {
        date: '2026-04-02',
        bids: [
          {
            project: { id: ten.ids[1], name: 'North Lab' },
            company: null,
            project_stage: expect.objectContaining({ name: 'Estimating' }),
            assigned_to: expect.objectContaining({ id: ten.users.get('Ann') }),
            amount: 1_200_000,
            bid_due_at: null,
            local_time: null,
            submitted_at: null,
          },
        ],
      },
    ]);
    expect(await ten.named(report.projects_url)).toEqual(['North Lab']);
    expect(await ten.named(report.overdue.projects_url)).toEqual(['Depot']);
    await expectCounted(report);
  });

  it('has the load of each assignee by week', async () => {
    const report = await bidsDue();
    expect(report.load.weeks.slice(0, 2)).toEqual(['2026-03-23', '2026-03-30']);
    expect(report.load.weeks.at(-1)).toBe('2026-05-18');
    expect(loadOf(report)).toEqual([
      [ten.users.get('Ann'), 0, ['2026-03-30 1']],
      [ten.users.get('Bob'), 1, []],
    ]);
  });

  it('filters projects, also by the day of the bid', async () => {
    const ofBob = await bidsDue(`assigned_to_id=${ten.users.get('Bob')}`);
    expect([ofBob.count, ofBob.overdue.count, ofBob.days]).toEqual([0, 1, []]);
    const early = await bidsDue('bid_due_date[lte]=2026-04-01&from=2026-03-01&bid_due_date[gte]=2026-03-20');
    expect([early.count, early.amount]).toEqual([1, 750_000.5]);
    for (const report of [ofBob, early]) await expectCounted(report);
  });

  it('names every wrong parameter at once', async () => {
    const query = 'from=2026-02-30&to=x&group_by=division_id&bands=1&every=week&close_type=won&amuont=1';
    const { status, body } = await service.first.get(`/reports/bids_due?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).sort()).toEqual([
      'amuont unknown_parameter',
      'bands not_allowed',
      'close_type not_allowed',
      'every not_allowed',
      'from invalid_format',
      'group_by not_allowed',
      'to invalid_format',
    ]);
  });

  it.each([
    ['from=2026-04-02&to=2026-04-01', 'from out_of_range'],
    ['from=2026-05-24', 'from out_of_range'],
    ['to=2026-03-28', 'from out_of_range'],
    ['from=2026-01-01&to=2027-01-06', 'to too_many'],
    ['to=2027-04-03', 'to too_many'],
  ])('refuses %s', async (query, expected) => {
    const { status, body } = await service.first.get(`/reports/bids_due?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`)).toEqual([expected]);
  });

  it('takes 370 days, and the first and the last days of the calendar', async () => {
    expect((await bidsDue('from=2026-01-01&to=2027-01-05')).load.weeks).toHaveLength(54);
    expect((await bidsDue('from=0001-01-01&to=0001-01-09')).load.weeks).toEqual(['0001-01-01', '0001-01-08']);
    const last = await bidsDue('from=9999-12-20&to=9999-12-31');
    expect(last.load.weeks).toEqual(['9999-12-20', '9999-12-27']);
  });

  it('reads one state of the projects', () => expectOneState(service, 5, () => bidsDue()));
});

describe('a week of bids', () => {
  it('has those without a time first, then by time; a bid is late from its minute on', async () => {
    const company = await make(service.first, 'companies', { name: 'Nordlys' });
    const ofWeek = { project_stage_id: ten.stages.get('Estimating'), work_scope: 'renovation', amount: null };
    const bid = (name: string, fields: object) => make(service.first, 'projects', { name, ...ofWeek, ...fields });
    await bid('Hall', { bid_due_at: '2026-03-30T19:00:00Z', company_id: company.id, amount: 10.1 });
    await bid('Pool', { bid_due_at: '2026-03-30T14:30:00Z' });
    await bid('Gym', { bid_due_date: '2026-03-30', amount: 0.2 });
    await bid('Pier', { bid_due_date: '2026-03-30', submitted_at: '2026-03-29T16:00:00Z' });
    await bid('Dock', { bid_due_date: '2026-04-05', assigned_to_id: ten.users.get('Cy') });
    service.clock.set('2026-03-30T18:59:59.999Z');
    const report = await bidsDue('work_scope=renovation');
    const [day] = report.days;
    expect(day.date).toBe('2026-03-30');
    expect(day.bids.map((one: Json) => [one.project.name, one.bid_due_at, one.local_time])).toEqual([
      ['Gym', null, null],
      ['Pier', null, null],
      ['Pool', '2026-03-30T14:30:00Z', '09:30'],
      ['Hall', '2026-03-30T19:00:00Z', '14:00'],
    ]);
    expect(day.bids[1].submitted_at).toBe('2026-03-29T16:00:00Z');
    expect(day.bids[3].company).toMatchObject({ id: company.id, name: 'Nordlys' });
    expect([report.count, report.amount, report.overdue.count]).toEqual([5, 10.3, 1]);
    expect(loadOf(report)).toEqual([
      [ten.users.get('Cy'), 0, ['2026-03-30 1']],
      [null, 1, ['2026-03-30 2']],
    ]);
    await expectCounted(report);
    service.clock.set('2026-03-30T19:00:00.001Z');
    const later = await bidsDue('work_scope=renovation');
    expect([later.overdue.count, loadOf(later)[1]]).toEqual([2, [null, 2, ['2026-03-30 1']]]);
    await expectCounted(later);
  });
});
