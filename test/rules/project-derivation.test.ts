import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../src/domain/calendar.ts';
import { derivations } from '../../src/domain/index.ts';
import type { Values } from '../../src/domain/rule.ts';
import { wireTime } from '../../src/resources/vocabulary/formats.ts';
import type { Value } from '../../src/resources/resource.ts';
import { pipeline } from './pipeline.ts';
import { contextOf, derive, row } from './support.ts';

const context = contextOf({ ...pipeline, now: '2026-03-10T15:30:00Z', today: '2026-03-10' });

const timed = { bid_due_at_includes_time: true };
const lateHour = { bid_due_date: '2026-03-10', bid_due_at: '2026-03-10T15:00:00Z', ...timed };

function read(field: string, values: Values, on = context): Value | undefined {
  const empty = { project_stage_id: '10', close_type: null, award_date: null, start_date: null, end_date: null };
  const noBid = { bid_due_date: null, bid_due_at: null, bid_due_at_includes_time: false, submitted_at: null };
  const stored = { stage_changed_at: '2026-03-01T00:00:00Z', ...empty, ...noBid, ...values };
  return derive('projects', row('1', stored), on)[field];
}

describe('the status of a project', () => {
  it.each<[Values, string]>([
    [{}, 'pursuit'],
    [{ start_date: '2026-01-01', end_date: '2026-02-01' }, 'pursuit'],
    [{ close_type: 'lost' }, 'closed_lost'],
    [{ close_type: 'cancelled' }, 'closed_cancelled'],
    [{ project_stage_id: '20', close_type: 'did_not_pursue' }, 'closed_did_not_pursue'],
    [{ close_type: 'won' }, 'upcoming'],
    [{ project_stage_id: '20', close_type: null }, 'upcoming'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-03-11' }, 'upcoming'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-03-10' }, 'active'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-01-01', end_date: '2026-03-10' }, 'active'],
    [{ project_stage_id: '20', close_type: 'won', start_date: '2026-01-01', end_date: '2026-03-09' }, 'complete'],
    [{ project_stage_id: '20', close_type: 'won', end_date: '2026-03-09' }, 'complete'],
    [{ project_stage_id: '20', close_type: 'won', end_date: '2026-04-09' }, 'upcoming'],
  ])('with %j is %s', (values, status) => {
    expect(read('project_status', values)).toBe(status);
  });
});

describe('the stage age of a project', () => {
  it.each([
    ['2026-03-10T15:30:00Z', 0],
    ['2026-03-09T15:30:00.001Z', 0],
    ['2026-03-09T15:30:00Z', 1],
    ['2026-02-10T15:30:00Z', 28],
    ['2026-03-10T15:30:05Z', 0],
  ])('after a move at %s is %i full days', (movedAt, days) => {
    expect(read('stage_age', { stage_changed_at: movedAt })).toBe(days);
  });
});

describe('whether a bid is overdue', () => {
  it.each<[string, Values, boolean]>([
    ['without a date', {}, false],
    ['on its day', { bid_due_date: '2026-03-10', bid_due_at: '2026-03-10T05:00:00Z' }, false],
    ['after its day', { bid_due_date: '2026-03-09', bid_due_at: '2026-03-09T05:00:00Z' }, true],
    ['at its hour', { bid_due_date: '2026-03-10', bid_due_at: '2026-03-10T15:30:00Z', ...timed }, false],
    ['past its hour', { bid_due_date: '2026-03-10', bid_due_at: '2026-03-10T15:29:59.999Z', ...timed }, true],
    ['past its hour, submitted', { ...lateHour, submitted_at: '2026-03-10T15:00:00Z' }, false],
    ['past its hour, closed', { ...lateHour, close_type: 'lost' }, false],
  ])('%s', (_, values, isOverdue) => {
    expect(read('is_overdue', values)).toBe(isOverdue);
  });
});

describe('the pursuit duration of a project', () => {
  it.each<[string, Values, number | null]>([
    ['to today while open', { created_at: '2026-03-01T12:00:00Z' }, 9],
    ['on the day of creation', { created_at: '2026-03-10T12:00:00Z' }, 0],
    ["from the day in the account's zone", { created_at: '2026-03-02T03:00:00Z' }, 9],
    [
      'to the award once closed',
      { created_at: '2026-03-01T12:00:00Z', close_type: 'won', award_date: '2026-03-05' },
      4,
    ],
    [
      'to today, whatever award date an open one has',
      { created_at: '2026-03-01T12:00:00Z', award_date: '2026-03-05' },
      9,
    ],
    ['is never negative', { created_at: '2026-03-01T12:00:00Z', close_type: 'lost', award_date: '2026-01-05' }, 0],
    ['is unknown once closed without an award date', { created_at: '2026-03-01T12:00:00Z', close_type: 'lost' }, null],
  ])('%s', (_, values, days) => {
    expect(read('pursuit_duration', values)).toBe(days);
  });
});

it('derived values do not change before the time that their derivation returns', () => {
  const derivation = derivations['projects'];
  if (!derivation) throw new Error('projects derive nothing');
  const at = (milliseconds: number) => {
    const now = wireTime(new Date(milliseconds));
    return (timeZone: string) => contextOf({ ...pipeline, now, today: dayOf(now, timeZone) ?? '', timeZone });
  };
  const drawn = fc.record({
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    moved: fc.integer({ min: -90 * 86_400_000, max: 86_400_000 }),
    timeZone: fc.constantFrom('America/Chicago', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'UTC'),
    close_type: fc.constantFrom(null, 'won', 'lost'),
    start_date: fc.constantFrom(null, '2026-03-08', '2026-11-01'),
    due: fc.integer({ min: -86_400_000, max: 86_400_000 }),
    hasTime: fc.boolean(),
  });
  fc.assert(
    fc.property(drawn, ({ now, moved, timeZone, due, hasTime, ...values }) => {
      const bidDueAt = wireTime(new Date(now + due));
      const project = row('1', {
        ...{ project_stage_id: '10', award_date: '2026-02-01', end_date: '2026-11-02', ...values },
        ...{ bid_due_at: bidDueAt, bid_due_date: dayOf(bidDueAt, timeZone), submitted_at: null },
        bid_due_at_includes_time: hasTime,
        ...{ created_at: '2025-12-31T12:00:00Z', stage_changed_at: wireTime(new Date(now + moved)) },
      });
      const told = derivation.derive(project, at(now)(timeZone));
      const until = derivation.until(project, at(now)(timeZone));
      expect(until).toBeGreaterThan(now);
      expect(derivation.derive(project, at(until - 1)(timeZone))).toEqual(told);
      // An open project is one day older then, in its stage or in its pursuit, or its bid is overdue.
      if (values.close_type !== null || moved > 0 || !hasTime) return;
      expect(derivation.derive(project, at(until)(timeZone))).not.toEqual(told);
    }),
    { numRuns: 500 },
  );
});
