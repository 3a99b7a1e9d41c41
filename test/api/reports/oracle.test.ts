import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { runsOf } from '../../support/endurance.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { RandomWrites } from '../past/support/random-writes.ts';
import { compareAsOf, compareChange, type Comparison } from './support/oracle/compare-with-oracle.ts';
import { textOf } from './support/oracle/expected-reports.ts';
import { amountOf, dayAfter, dayOf, type Filter, type Grouping } from './support/oracle/figures.ts';
import { readLedger } from './support/oracle/ledger.ts';

// A program that shares no code with the service reads the histories of all projects and computes the reports anew.

let service: TestService;
let writes: RandomWrites;
let common: Pick<Comparison, 'client' | 'ledger' | 'firm' | 'goals'>;
const instants: number[] = [];

beforeAll(async () => {
  service = await sharedService();
  const { first, clock } = service;
  await first.patch('/account', { account: { time_zone: 'America/Chicago', fiscal_year_starts_month: 7 } });
  await make(first, 'goals', { period: 'year', starts_on: '2025-07-01', measure: 'booked_amount', target: 90_000.5 });
  await make(first, 'goals', { period: 'quarter', starts_on: '2026-04-01', measure: 'booked_count', target: 7 });
  writes = new RandomWrites(service);
  await writes.begin();
  for (let round = 0; round < runsOf(16, 1000); round += 1) {
    for (let count = 0; count < 10; count += 1) {
      await writes.next();
      if (writes.random(3) > 0) clock.advance(writes.random(4) * 60_000);
    }
    instants.push(clock.now().getTime());
    clock.advance(3_600_000 * (1 + writes.random(runsOf(300, 4))));
  }
  const [user] = (await first.get('/users?first_name=Bob')).body.users;
  await first.delete(`/users/${user.id}`);
  common = {
    client: first,
    ledger: await readLedger(first),
    firm: await readFirm(user.id),
    goals: (await first.get('/goals')).body.goals,
  };
}, 3_600_000);
afterAll(() => service.stop());

async function readFirm(inactive: string): Promise<Comparison['firm']> {
  const stages = (await service.first.get('/project_stages?include=stale_after_days,milestone')).body.project_stages;
  const reasons = (await service.first.get('/loss_reasons')).body.loss_reasons;
  return {
    stages: new Map(stages.map((stage: Json): [string, Json] => [stage.id, stage])),
    lossGroups: new Map(reasons.map((reason: Json): [string, string] => [reason.id, reason.group])),
    inactive: new Set([inactive]),
  };
}

const filters: readonly Filter[] = [
  { query: '', meets: () => true },
  { query: 'amount[gte]=1000', meets: ({ values }) => values['amount'] !== null && values['amount'] >= 1000 },
  { query: 'custom_fields[roof][gt]=0', meets: ({ values }) => Number(values['custom_fields.roof'] ?? 0) > 0 },
  { query: 'address.city=Reno', meets: ({ values }) => values['address.city'] === 'Reno' },
  {
    query: 'bid_due_date[gte]=today-30',
    meets: ({ values }, at) => values['bid_due_date'] !== null && values['bid_due_date'] >= dayAfter(dayOf(at), -30),
  },
  { query: 'assigned_to_id=null', meets: ({ values }) => values['assigned_to_id'] === null },
];

const groupings: readonly (Grouping | null)[] = [
  null,
  { query: 'group_by=assigned_to_id', groupOf: (version) => textOf(version, 'assigned_to_id') },
  { query: 'group_by=division_id', groupOf: (version) => textOf(version, 'division_id') },
  {
    query: 'group_by=amount_band&bands=10,2000,8000.5',
    groupOf: (version) => {
      if (version.values['amount'] === null) return 'null';
      const cents = amountOf(version);
      const bound = [800_050n, 200_000n, 1000n].find((one) => cents >= one) ?? 0n;
      return String(Number(bound) / 100);
    },
  },
];

const cases = filters.flatMap((filter) =>
  groupings.map((grouping) => [filter.query, grouping?.query ?? 'no groups', { filter, grouping }] as const),
);

describe('the reports after random writes', () => {
  it('are about projects of all kinds', () => {
    const versions = [...common.ledger.values()].flat();
    const closed = new Set(versions.map(({ values }) => values['close_type']));
    expect(closed).toEqual(new Set([null, 'won', 'lost', 'cancelled', 'did_not_pursue']));
    expect(versions.some(({ isDeleted }) => isDeleted)).toBe(true);
    expect(writes.reverted).toBeGreaterThan(0);
  });

  it.each(cases)('say what another program says: %s, %s', { timeout: 3_600_000 }, async (_filter, _grouping, asked) => {
    const pick = (): number => instants[writes.random(instants.length)] ?? 0;
    for (let run = 0; run < runsOf(2, 20); run += 1) await compareAsOf({ ...common, ...asked }, pick());
    for (let run = 0; run < runsOf(2, 20); run += 1) {
      const [from = 0, to = 0] = [pick(), pick()].toSorted((one, other) => one - other);
      if (from < to) await compareChange({ ...common, ...asked }, from, to);
    }
  });
});
