import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { expectOneState } from './support/one-state.ts';
import { startTenProjects, type TenProjects } from './support/ten-projects.ts';

let service: TestService;
let ten: TenProjects;

async function attention(query = ''): Promise<Json> {
  const { status, body, text } = await service.first.get(`/reports/attention?${query}`);
  expect(status, text).toBe(200);
  return body.attention;
}

const named = ({ items }: Json): unknown[] =>
  items.map(({ rule, project, since, days }: Json) => [rule, project.name, since, days]);

/** Expects that the address of each rule lists what the report counts. */
async function expectCounted({ rules }: Json): Promise<void> {
  for (const { rule, count, amount, projects_url: url } of rules) {
    if (count === 0) {
      expect([amount, url]).toEqual([0, null]);
      continue;
    }
    const { body, headers } = await service.first.get(url, { Prefer: 'count=exact' });
    expect(headers.get('X-Total-Count')).toBe(String(count));
    const { items, rules: own } = body.attention;
    expect([own.length, own[0].rule, own[0].count, items.length]).toEqual([1, rule, count, count]);
    const cents = items.reduce((sum: number, item: Json) => sum + Math.round((item.amount ?? 0) * 100), 0);
    expect(cents).toBe(Math.round(amount * 100));
  }
}

beforeAll(async () => {
  service = await sharedService();
  ten = await startTenProjects(service, '2026-03-30T04:59:59.999Z');
  await make(service.second, 'projects', { bid_due_date: '2026-04-02', amount: 77 });
});
afterAll(() => service.stop());

describe('the attention that ten projects need', () => {
  it('has an item of each rule', async () => {
    const report = await attention();
    expect(report.rules.map(({ rule, count, amount }: Json) => [rule, count, amount])).toEqual([
      ['bid_overdue', 1, 750_000.5],
      ['bid_due_soon', 1, 1_200_000],
      ['next_step_late', 1, 1_200_000],
      ['stale_stage', 1, 1_350_000.25],
      ['no_result', 1, 950_000],
      ['unassigned', 1, 1_350_000.25],
      ['loss_unexplained', 1, 400_000],
    ]);
    expect(named(report)).toEqual([
      ['bid_overdue', 'Depot', '2026-03-27', 2],
      ['bid_due_soon', 'North Lab', '2026-04-02', -4],
      ['next_step_late', 'North Lab', '2026-03-27', 2],
      ['stale_stage', 'Tower', '2026-03-02', 27],
      ['no_result', 'School', '2026-01-15', 73],
      ['unassigned', 'Tower', '2025-10-01', 179],
      ['loss_unexplained', 'Shop', '2026-03-27', 2],
    ]);
    expect(report.items[3]).toMatchObject({
      project: { id: ten.ids[8], name: 'Tower' },
      company: null,
      project_stage: { name: 'Verbal Award' },
      assigned_to: { id: ten.users.get('Cy') },
      amount: 1_350_000.25,
    });
    await expectCounted(report);
  });

  it('has the rules that a request names, in the order of the report, and filters projects', async () => {
    const report = await attention('rule=unassigned,bid_due_soon&amount[gt]=1250000');
    expect(report.rules.map(({ rule, count }: Json) => [rule, count])).toEqual([
      ['bid_due_soon', 0],
      ['unassigned', 1],
    ]);
    await expectCounted(report);
  });

  it('counts the days of soon and of a result', async () => {
    const countOf = async (query: string): Promise<number> => {
      const report = await attention(query);
      await expectCounted(report);
      return report.rules[0].count;
    };
    expect(await countOf('rule=bid_due_soon&soon_days=3')).toBe(0);
    expect(await countOf('rule=bid_due_soon&soon_days=4')).toBe(1);
    expect(await countOf('rule=no_result&result_days=72')).toBe(1);
    expect(await countOf('rule=no_result&result_days=73')).toBe(0);
  });

  it('has pages', async () => {
    const { first } = service;
    const all = named(await attention());
    const found: unknown[] = [];
    let url: string | undefined = '/reports/attention?per_page=3';
    while (url !== undefined) {
      const { body, headers, status } = await first.get(url);
      expect([status, headers.get('X-Total-Count')]).toEqual([200, null]);
      found.push(...named(body.attention));
      url = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    }
    expect(found).toEqual(all);
    const beyond = await first.get('/reports/attention?per_page=500&page=2', { Prefer: 'count=exact' });
    expect([beyond.body.attention.items, beyond.headers.get('X-Total-Count')]).toEqual([[], '7']);
    expect(beyond.headers.get('Link')).toContain('rel="last"');
  });

  it('names every wrong parameter at once', async () => {
    const query =
      'rule=stale,unassigned,unassigned&soon_days=-1&result_days=x&per_page=501&group_by=division_id&bands=1&every=year&close_type=won&cursor=1';
    const { status, body } = await service.first.get(`/reports/attention?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).sort()).toEqual([
      'bands not_allowed',
      'close_type not_allowed',
      'cursor unknown_parameter',
      'every not_allowed',
      'group_by not_allowed',
      'per_page out_of_range',
      'result_days wrong_type',
      'rule duplicate',
      'rule not_allowed',
      'soon_days out_of_range',
    ]);
  });

  it('reads one state of the projects', () => expectOneState(service, 5, () => attention()));
});

describe('an item of attention', () => {
  /** Whether the rule names the project at each of these instants. */
  async function expectFrom(rule: string, name: string, instants: readonly (readonly [string, boolean])[]) {
    for (const [instant, isThere] of instants) {
      service.clock.set(instant);
      const { items } = await attention(`rule=${rule}&work_scope=renovation&per_page=500`);
      expect([instant, items.some((item: Json) => item.project.name === name)]).toEqual([instant, isThere]);
    }
  }

  const pursuit = (name: string, fields: object) =>
    make(service.first, 'projects', {
      ...{ name, work_scope: 'renovation', project_stage_id: ten.stages.get('Estimating') },
      ...fields,
    });

  beforeAll(() => service.clock.set('2026-04-01T16:00:00Z'));

  it('appears at the minute of the bid, and goes with its submission', async () => {
    const { id } = await pursuit('Hall', { bid_due_at: '2026-04-10T19:00:00Z' });
    await expectFrom('bid_due_soon', 'Hall', [
      ['2026-04-03T04:59:59Z', false],
      ['2026-04-03T05:00:00Z', true],
      ['2026-04-10T19:00:00Z', true],
      ['2026-04-10T19:00:00.001Z', false],
    ]);
    await expectFrom('bid_overdue', 'Hall', [['2026-04-10T19:00:00.001Z', true]]);
    const project = { submitted_at: '2026-04-10T19:00:00Z' };
    expect((await service.first.patch(`/projects/${id}`, { project })).status).toBe(200);
    await expectFrom('bid_overdue', 'Hall', [['2026-04-11T16:00:00Z', false]]);
    await expectFrom('no_result', 'Hall', [
      ['2026-05-11T04:59:59Z', false],
      ['2026-05-11T05:00:00Z', true],
    ]);
  });

  it('appears on the day after the next step', async () => {
    await pursuit('Pool', { next_step: 'Call', next_step_on: '2026-06-01' });
    await expectFrom('next_step_late', 'Pool', [
      ['2026-06-02T04:59:59Z', false],
      ['2026-06-02T05:00:00Z', true],
    ]);
  });

  it('appears when the project has been in its stage for the days of the stage', async () => {
    service.clock.set('2026-06-03T02:00:00Z');
    const { id, stale_after_days: days } = (
      await service.first.get('/project_stages?include=stale_after_days')
    ).body.project_stages.find(({ name }: Json) => name === 'Qualifying');
    expect(days).toBe(21);
    await pursuit('Gym', { project_stage_id: id });
    const stale = new Date(Date.parse('2026-06-03T02:00:00Z') + days * 86_400_000);
    await expectFrom('stale_stage', 'Gym', [
      [new Date(stale.getTime() - 1).toISOString(), false],
      [stale.toISOString(), true],
    ]);
    const { items } = await attention('rule=stale_stage&name=Gym');
    expect(items).toMatchObject([{ since: '2026-06-02' }]);
  });

  it('is a loss of the last ninety days without a reason, until it has one', async () => {
    service.clock.set('2026-07-01T16:00:00Z');
    const { id } = await pursuit('Pier', { project_stage_id: ten.stages.get('Lost') });
    await expectFrom('loss_unexplained', 'Pier', [
      ['2026-07-01T16:00:00Z', true],
      ['2026-09-29T04:59:59Z', true],
      ['2026-09-29T05:00:00Z', false],
    ]);
    const [reason] = (await service.first.get('/loss_reasons')).body.loss_reasons;
    const project = { loss_reason_id: reason.id };
    expect((await service.first.patch(`/projects/${id}`, { project })).status).toBe(200);
    await expectFrom('loss_unexplained', 'Pier', [['2026-09-28T16:00:00Z', false]]);
  });

  it('is gone when the project is deleted or has an assignee', async () => {
    const { id } = await pursuit('Dock', {});
    const names = async () =>
      (await attention('rule=unassigned&work_scope=renovation')).items.map(({ project }: Json) => project.name);
    expect(await names()).toContain('Dock');
    await service.first.patch(`/projects/${id}`, { project: { assigned_to_id: ten.users.get('Ann') } });
    expect(await names()).not.toContain('Dock');
    await service.first.patch(`/projects/${id}`, { project: { assigned_to_id: null } });
    expect(await names()).toContain('Dock');
    await service.first.delete(`/projects/${id}`);
    expect(await names()).not.toContain('Dock');
  });
});
