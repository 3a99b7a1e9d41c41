import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/service/client.ts';
import { runsOf } from '../../support/endurance.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { RandomWrites } from '../past/support/random-writes.ts';

let service: TestService;
let writes: RandomWrites;
const instants: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  writes = new RandomWrites(service);
  await writes.begin();
  for (let round = 0; round < runsOf(12, 200); round += 1) {
    for (let count = 0; count < 8; count += 1) {
      await writes.next();
      service.clock.advance(writes.random(4) * 1000);
    }
    instants.push(service.clock.now().toISOString());
    service.clock.advance(3_600_000 * (1 + writes.random(40)));
  }
});
afterAll(() => service.stop());

const filters = [
  '',
  'group_by=assigned_to_id',
  'group_by=amount_band',
  'amount[gte]=1000',
  'custom_fields[roof][gt]=0',
];

const cents = (value: number): number => Math.round(value * 100);

const signs: Readonly<Record<string, number>> = {
  ...{ opening: 1, added: 1, repriced: 1, moved: 1 },
  ...{ won: -1, lost: -1, dropped: -1, closing: -1 },
};

/** Opening + added + repriced + moved − won − lost − dropped − closing, of a figure. */
const difference = (line: Json, of: (one: Json) => number): number =>
  Object.entries(signs).reduce((sum, [name, sign]) => sum + sign * of(line[name]), 0);

describe('the change of the pipeline after random writes', () => {
  it.each(filters)('adds up with %j', async (filter) => {
    let entries = 0;
    for (let run = 0; run < runsOf(8, 200); run += 1) {
      const [from, to] = [0, 1].map(() => instants[writes.random(instants.length)]).toSorted();
      if (from === to) continue;
      const { body, status, text } = await service.first.get(
        `/reports/pipeline_change?from=${from}&to=${to}&${filter}`,
      );
      expect(status, text).toBe(200);
      const { total, groups } = body.pipeline_change;
      for (const line of [total, ...groups]) {
        expect(difference(line, (one) => cents(one.amount))).toBe(0);
        expect(difference(line, (one) => cents(one.weighted_amount))).toBe(0);
        expect(difference({ ...line, repriced: { count: 0 } }, (one) => one.count)).toBe(0);
        entries += ['added', 'won', 'lost', 'dropped'].reduce((sum, name) => sum + Number(line[name].count), 0);
      }
      for (const [line, instant] of [
        ['opening', from],
        ['closing', to],
      ] as const) {
        const pipeline = (await service.first.get(`/reports/pipeline?as_of=${instant}&${filter}`)).body.pipeline;
        const { count, amount, weighted_amount: weighted } = pipeline.total;
        expect(total[line]).toMatchObject({ count, amount, weighted_amount: weighted });
        if (groups.length === 0) continue;
        const sum = groups.reduce((all: number, one: Json) => all + Number(one[line].count), 0);
        expect(sum).toBe(count);
      }
    }
    expect(entries).toBeGreaterThan(0);
  });
});
