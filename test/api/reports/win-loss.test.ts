import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { TenProjects } from './support/ten-projects.ts';

let service: TestService;
let ten: TenProjects;

async function winLoss(query = ''): Promise<Json> {
  const { status, body, text } = await service.first.get(`/reports/win_loss?${query}`);
  expect(status, text).toBe(200);
  return body.win_loss;
}

const outcomes = ['won', 'lost', 'lost_competitive', 'cancelled', 'did_not_pursue'];

beforeAll(async () => {
  service = await sharedService();
  ten = new TenProjects(service);
  await ten.begin();
  await ten.until('2026-03-30T04:59:59.999Z');
});
afterAll(() => service.stop());

describe('the win and loss of ten projects', () => {
  it('has the closed projects of twelve months, with the rates', async () => {
    const report = await winLoss();
    expect(report).toMatchObject({ from: '2025-03-30', to: '2026-03-29', every: null, groups: [] });
    const { total } = report;
    expect(total).toMatchObject({
      won: { count: 2, amount: 9_000_000, without_amount: 0 },
      lost: { count: 2, amount: 900_000 },
      lost_competitive: { count: 1, amount: 400_000 },
      cancelled: { count: 1, amount: 300_000 },
      did_not_pursue: { count: 0, amount: 0, projects_url: null },
      rates: {
        decided: { count: 0.5, n: 4, amount: 0.9091 },
        competitive: { count: 0.6667, n: 3, amount: 0.9574 },
        closed: { count: 0.4, n: 5, amount: 0.8824 },
      },
      periods: [],
    });
    const named = await Promise.all(outcomes.map((outcome) => ten.named(total[outcome].projects_url)));
    expect(named).toEqual([['Clinic', 'Plant'], ['Shop', 'Store'], ['Shop'], ['Bridge'], []]);
  });

  it('has the reasons of the losses, and what is not dated', async () => {
    const { loss_reasons: reasons, undated } = await winLoss();
    expect(reasons).toMatchObject([
      { loss_reason: { name: 'Funding Not Secured' }, loss_group: 'owner', count: 1, amount: 500_000 },
      { loss_reason: null, loss_group: null, count: 1, amount: 400_000 },
    ]);
    const named = await Promise.all(reasons.map(({ projects_url }: Json) => ten.named(projects_url)));
    expect(named).toEqual([['Store'], ['Shop']]);
    expect(undated).toEqual({ count: 0, amount: 0, projects_url: null });
  });

  it('has the rates by estimator and by amount', async () => {
    const rates = ({ groups }: Json) =>
      groups.map(({ group, rates: { decided } }: Json) => [group, decided.count, decided.n]);
    expect(rates(await winLoss('group_by=assigned_to_id'))).toMatchObject([
      [{ id: ten.users.get('Ann') }, 0, 2],
      [{ id: ten.users.get('Bob') }, 1, 2],
      [null, null, 0],
    ]);
    expect(rates(await winLoss('group_by=amount_band'))).toEqual([
      [{ from: null, to: 1_000_000 }, 0, 2],
      [{ from: 1_000_000, to: 5_000_000 }, 1, 1],
      [{ from: 5_000_000, to: 25_000_000 }, 1, 1],
    ]);
  });

  it.each([
    'every=quarter',
    'every=year',
    'every=month&group_by=division_id',
    'every=quarter&award_date[gte]=2025-08-01',
  ])('has periods that add up, and addresses that list what is counted: %s', async (query) => {
    const { groups, total } = await winLoss(query);
    for (const line of [total, ...groups]) {
      for (const outcome of outcomes) {
        const sum = line.periods.reduce((found: number, part: Json) => found + Number(part[outcome].count), 0);
        expect(sum).toBe(line[outcome].count);
        for (const one of [line, ...line.periods]) {
          const { count, projects_url: url } = one[outcome];
          expect(await ten.named(url)).toHaveLength(count);
        }
      }
    }
  });

  it('has fiscal quarters within its days', async () => {
    const { total } = await winLoss('every=quarter');
    expect(total.periods.map(({ period: { from, to }, won }: Json) => [from, to, won.count])).toEqual([
      ['2025-03-30', '2025-03-31', 0],
      ['2025-04-01', '2025-06-30', 0],
      ['2025-07-01', '2025-09-30', 1],
      ['2025-10-01', '2025-12-31', 0],
      ['2026-01-01', '2026-03-29', 1],
    ]);
  });

  it.each([
    ['from=2026-02-02&to=2026-02-01', ['from out_of_range']],
    ['from=2026-04-01', ['from out_of_range']],
    [
      'from=x&to=2026-02-30&every=week&close_type=won',
      ['close_type not_allowed', 'every not_allowed', 'from invalid_format', 'to invalid_format'],
    ],
    ['from=2000-01-01&every=month', ['every too_many']],
  ])('refuses %s', async (query, expected) => {
    const { status, body } = await service.first.get(`/reports/win_loss?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).sort()).toEqual(expected);
  });
});
