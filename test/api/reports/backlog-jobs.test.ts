import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { boundsOf, type Job, spreadJob } from './support/spread-jobs.ts';

const today = '2026-03-29';
const dates: readonly (readonly [string | null, string | null])[] = [
  ['2026-03-29', '2026-03-29'],
  ['2026-03-30', '2026-03-30'],
  ['2028-02-29', '2028-02-29'],
  ['2028-02-28', '2028-03-01'],
  ['2024-02-29', '2028-02-29'],
  ['0900-01-01', '9900-12-31'],
  ['2026-04-01', '9999-12-31'],
  ['0001-01-01', '2026-03-30'],
  ['2025-11-17', '2027-06-13'],
  ['2026-07-01', '2026-09-30'],
  ['2026-01-31', '2026-12-31'],
  ['2025-01-01', '2026-03-28'],
  ['2025-01-01', '2026-03-27'],
  [null, '2026-12-31'],
  ['2026-06-01', null],
  [null, null],
];
const amounts = [0.01, 1, 3_333_333.33, 9_999_999_999_999.99, 0, null, 120_000.07];

let service: TestService;

const kinds: readonly (Pick<Job, 'isWon' | 'isCommitted' | 'remaining_as_of'> & { readonly stage: string })[] = [
  { isWon: true, isCommitted: false, remaining_as_of: null, stage: 'Won' },
  { isWon: true, isCommitted: false, remaining_as_of: '2026-03-27', stage: 'Won' },
  { isWon: true, isCommitted: false, remaining_as_of: today, stage: 'Won' },
  { isWon: false, isCommitted: true, remaining_as_of: null, stage: 'Verbal Award' },
  { isWon: false, isCommitted: false, remaining_as_of: null, stage: 'Estimating' },
];

/** Jobs of every span of days: won with and without a remaining amount, committed and in pursuit. */
const planned = dates.flatMap(([start_date, end_date], span) =>
  kinds.map((kind, index) => {
    const place = span * kinds.length + index;
    return {
      ...kind,
      amount: amounts[place % amounts.length] ?? null,
      probability: [0.3, 0.125, 1, 0.005][place % 4] ?? null,
      start_date,
      end_date,
      remaining_amount: kind.remaining_as_of === null ? null : (amounts[(place + 2) % amounts.length] ?? 17.5),
    };
  }),
);
const jobs: readonly Job[] = planned;

beforeAll(async () => {
  service = await sharedService();
  service.clock.set(`${today}T16:00:00Z`);
  const stages = new Map<string, string>();
  for (const { id, name } of (await service.first.get('/project_stages')).body.project_stages) stages.set(name, id);
  for (const { isWon: _won, isCommitted: _committed, stage, remaining_amount, remaining_as_of, ...fields } of planned) {
    const remaining = remaining_amount === null ? {} : { remaining_amount, remaining_as_of };
    await make(service.first, 'projects', { ...fields, ...remaining, project_stage_id: stages.get(stage) });
  }
});
afterAll(() => service.stop());

/** Reads amounts as exact cents: a JavaScript number cannot hold the largest sums. */
const exactly = (text: string): Json =>
  JSON.parse(
    text
      .replace(/:(-?\d+(?:\.\d+)?)(?=[,}])/g, ':"$1"')
      .replace(/\[(-?[\d.,-]+)\]/g, (_, list: string) => JSON.stringify(list.split(','))),
  );

const exactCents = (decimal: string): bigint => {
  const [whole = '0', decimals = ''] = decimal.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
};

describe('the money of jobs', () => {
  it.each([
    ['s', ''],
    ['even', ''],
    ['s', 'every=quarter&start=2024-02-29&buckets=40'],
    ['even', 'every=year&start=0001-01-01&buckets=60'],
    ['s', 'every=year&start=9950-01-01&buckets=50'],
    ['s', 'every=month&start=2028-02-29&buckets=1'],
    ['even', 'every=quarter&start=2026-01-01&buckets=60'],
  ] as const)('adds up to the cent by the curve %s: %s', async (curve, query) => {
    const { status, text } = await service.first.get(`/reports/backlog?curve=${curve}&${query}`);
    expect(status, text).toBe(200);
    const report = exactly(text).backlog;
    const around = { today, bounds: boundsOf(report.buckets) };
    const spread = jobs.map((job) => ({ job, ...spreadJob(job, curve, around) }));
    for (const figure of report.total.layers) {
      const own = spread.filter(({ layer }) => layer === figure.layer);
      expect(figure.count).toBe(String(own.length));
      const parts = [figure.before, ...figure.buckets, figure.after, figure.unscheduled].map(exactCents);
      expect(parts).toEqual(
        parts.map((_, place) => own.reduce((sum, { parts: found }) => sum + (found[place] ?? 0n), 0n)),
      );
      const amount = own.reduce((sum, { cents }) => sum + cents, 0n);
      expect(exactCents(figure.amount)).toBe(amount);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      for (const part of parts) expect(part >= 0n).toBe(true);
    }
  });

  it('is of each job what the formula says', async () => {
    const query = 'every=quarter&start=2026-01-01';
    const { buckets: found } = (await service.first.get(`/reports/backlog?${query}`)).body.backlog;
    const around = { today, bounds: boundsOf(found) };
    const { projects } = exactly((await service.first.get(`/reports/backlog/projects?${query}&per_page=500`)).text);
    const unfinished = jobs.map((job) => spreadJob(job, 's', around)).filter(({ layer }) => layer !== null);
    const shown = ({ layer, amount, before, buckets, after, unscheduled }: Json) =>
      [layer, ...[amount, before, ...buckets, after, unscheduled].map(exactCents)].join(' ');
    expect(projects.map(shown).sort()).toEqual(
      unfinished.map(({ layer, cents, parts }) => [layer, cents, ...parts].join(' ')).sort(),
    );
    const descending = projects.map(({ amount }: Json) => exactCents(amount));
    expect(descending).toEqual(
      descending.toSorted((one: bigint, other: bigint) => Number(one < other) - Number(one > other)),
    );
  });

  it('counts what is missing', async () => {
    const { backlog } = (await service.first.get('/reports/backlog')).body;
    for (const figure of backlog.total.layers) {
      const own = jobs.filter((job) => spreadJob(job, 's', { today, bounds: [0n, 1n] }).layer === figure.layer);
      expect(figure.without_amount).toBe(own.filter(({ amount }) => amount === null).length);
      const address = figure.projects_url.replace('?', '?amount=null&');
      const { headers } = await service.first.get(`${address}&per_page=1`, { Prefer: 'count=exact' });
      expect(headers.get('X-Total-Count')).toBe(String(figure.without_amount));
      const isBegun = ({ start_date: start, isWon, remaining_amount: left }: Job): boolean =>
        isWon && start !== null && start <= today && left === null;
      expect(figure.without_remaining).toBe(own.filter(isBegun).length);
    }
  });
});
