import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pricePer } from '../../src/domain/projects/computed-fields.ts';
import type { Values } from '../../src/domain/rule.ts';
import { pipeline } from './pipeline.ts';
import { contextOf, create, faults, pick, row, update } from './support.ts';

const context = contextOf(pipeline);
const built = row('1', {
  project_stage_id: '10',
  start_date: '2026-04-01',
  end_date: '2026-06-30',
  project_duration: 91,
});

describe('the prices of a project', () => {
  it.each<[number | null, number | null, number | null]>([
    [1000, 3, 333.33],
    [2000, 3, 666.67],
    [0.01, 2, 0.01],
    [0.03, 2, 0.02],
    [1.005, 1, 1],
    [10.05, 10, 1.01],
    [8.115 * 2, 2, 8.12],
    [0.01, 3, 0],
    [9_999_999_999_999.99, 1, 9_999_999_999_999.99],
    [9_999_999_999_999.99, 2, 5_000_000_000_000],
    [9_999_999_999_999.99, 2_147_483_647, 4656.61],
    [1000, 0, null],
    [0, 10, null],
    [1000, null, null],
    [null, 10, null],
  ])('for the amount %d and the count %d are %d', (amount, count, price) => {
    expect(pricePer(amount, count)).toBe(price);
  });

  it('are exact to half a cent, and never more than the amount', () => {
    const cents = fc.bigInt({ min: 1n, max: 999_999_999_999_999n });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 2_147_483_647 }), (amountInCents, count) => {
        const price = pricePer(Number(amountInCents) / 100, count) ?? Number.NaN;
        const priceInCents = BigInt(Math.round(price * 100));
        expect(Number(priceInCents) / 100).toBe(price);
        expect(priceInCents).toBeLessThanOrEqual(amountInCents);
        const error = 2n * (priceInCents * BigInt(count) - amountInCents);
        expect(error).toBeLessThanOrEqual(BigInt(count));
        expect(error).toBeGreaterThan(-BigInt(count));
      }),
      { numRuns: 2000 },
    );
  });

  it('change with the amount, the area and the units', () => {
    const { row: made } = create('projects', { amount: 1_000_000, square_feet: 3000, units: 7 }, context);
    expect(pick(made, 'price_per_square_foot', 'price_per_unit')).toEqual([333.33, 142857.14]);
    const cleared = update('projects', made, { square_feet: null, units: 8 }, context).row;
    expect(pick(cleared, 'price_per_square_foot', 'price_per_unit')).toEqual([null, 125000]);
    expect(
      pick(update('projects', made, { amount: 0 }, context).row, 'price_per_square_foot', 'price_per_unit'),
    ).toEqual([null, null]);
  });
});

describe('the duration of a project', () => {
  it.each<[Values, number | null]>([
    [{ start_date: '2026-04-01', end_date: '2026-04-01' }, 1],
    [{ start_date: '2024-02-28', end_date: '2024-03-01' }, 3],
    [{ start_date: '0001-01-01', end_date: '9999-12-31' }, 3_652_059],
    [{ start_date: '2026-04-01' }, null],
    [{ end_date: '2026-04-01' }, null],
    [{}, null],
  ])('with %j is %d', (given, days) => {
    expect(create('projects', given, context).row['project_duration'] ?? null).toBe(days);
  });

  it('is empty if a date is missing', () => {
    expect(update('projects', built, { end_date: null }, context).row['project_duration']).toBeNull();
  });

  it.each<Values>([
    { end_date: '2026-03-31' },
    { start_date: '2026-07-01' },
    { start_date: '2026-08-02', end_date: '2026-08-01' },
  ])('cannot have an end before the start: %j', (patch) => {
    expect(faults(update('projects', built, patch, context))).toEqual(['/end_date out_of_range']);
  });
});
