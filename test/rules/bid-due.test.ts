import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dayOf, firstInstantOf } from '../../src/domain/calendar.ts';
import type { Values } from '../../src/domain/rule.ts';
import type { Row, Value } from '../../src/resources/resource.ts';
import { runsOf } from '../support/endurance.ts';
import { contextOf, create, faults, pick, row, stage, update } from './support.ts';

const families = { project_stages: [stage('1', { category: 'open' })] };
const context = contextOf({ families });
const columns = ['bid_due_at', 'bid_due_date', 'bid_due_at_includes_time'];

const bidOf = (values: Values): Value[] => pick(values, ...columns);
const project = (values: Values): Row => row('1', { project_stage_id: '1', ...values });

const byDate = project({
  bid_due_at: '2026-03-20T04:00:00Z',
  bid_due_date: '2026-03-20',
  bid_due_at_includes_time: false,
});
const byTime = project({
  bid_due_at: '2026-03-20T18:00:00Z',
  bid_due_date: '2026-03-20',
  bid_due_at_includes_time: true,
});

describe('a new project', () => {
  it.each<[string, Values, Value[]]>([
    ['a time alone', { bid_due_at: '2026-03-21T02:00:00Z' }, ['2026-03-21T02:00:00Z', '2026-03-20', true]],
    ['a date alone', { bid_due_date: '2026-03-20' }, ['2026-03-20T04:00:00Z', '2026-03-20', false]],
    [
      'both, even of different days',
      { bid_due_at: '2026-03-25T18:00:00Z', bid_due_date: '2026-03-20' },
      ['2026-03-25T18:00:00Z', '2026-03-20', true],
    ],
    [
      'both, the time being the first of the day',
      { bid_due_at: '2026-03-20T04:00:00Z', bid_due_date: '2026-03-20' },
      ['2026-03-20T04:00:00Z', '2026-03-20', false],
    ],
    ['midnight alone', { bid_due_at: '2026-03-20T04:00:00Z' }, ['2026-03-20T04:00:00Z', '2026-03-20', true]],
    [
      'a time and an empty date',
      { bid_due_at: '2026-03-20T18:00:00Z', bid_due_date: null },
      ['2026-03-20T18:00:00Z', '2026-03-20', true],
    ],
    ['nothing', {}, [null, null, null]],
    ['two empty fields', { bid_due_at: null, bid_due_date: null }, [null, null, null]],
  ])('takes %s', (_, given, expected) => {
    expect(bidOf(create('projects', given, context).row)).toEqual(expected);
  });
});

describe('an update', () => {
  it.each<[string, Row, Values, Value[]]>([
    [
      'of the date drops the time',
      byTime,
      { bid_due_date: '2026-03-23' },
      ['2026-03-23T04:00:00Z', '2026-03-23', false],
    ],
    [
      'of the time moves the date',
      byDate,
      { bid_due_at: '2026-04-02T18:00:00Z' },
      ['2026-04-02T18:00:00Z', '2026-04-02', true],
    ],
    [
      'that clears the time keeps the date',
      byTime,
      { bid_due_at: null },
      ['2026-03-20T04:00:00Z', '2026-03-20', false],
    ],
    ['that clears the date clears both', byTime, { bid_due_date: null }, [null, null, null]],
    ['that clears both', byTime, { bid_due_date: null, bid_due_at: null }, [null, null, null]],
    [
      'that clears the time and moves the date',
      byTime,
      { bid_due_at: null, bid_due_date: '2026-03-23' },
      ['2026-03-23T04:00:00Z', '2026-03-23', false],
    ],
    [
      'that clears the date and moves the time keeps the time',
      byTime,
      { bid_due_at: '2026-04-02T18:00:00Z', bid_due_date: null },
      ['2026-04-02T18:00:00Z', '2026-04-02', true],
    ],
    ['that repeats what was read changes nothing', byDate, pickValues(byDate), bidOf(byDate)],
    ['of something else changes nothing', byTime, { name: 'New' }, bidOf(byTime)],
    [
      'that sends all back with another date means the date',
      byTime,
      { ...pickValues(byTime), bid_due_date: '2026-03-23' },
      ['2026-03-23T04:00:00Z', '2026-03-23', false],
    ],
  ])('%s', (_, before, patch, expected) => {
    expect(bidOf(update('projects', before, patch, context).row)).toEqual(expected);
  });
});

describe('a bid at the ends of the calendar', () => {
  it.each([
    ['Asia/Tokyo', { bid_due_date: '0001-01-01' }, '/bid_due_date out_of_range'],
    ['Asia/Tokyo', { bid_due_at: '9999-12-31T20:00:00Z' }, '/bid_due_at out_of_range'],
    ['America/New_York', { bid_due_at: '0001-01-01T00:00:00Z' }, '/bid_due_at out_of_range'],
  ])('is refused in %s with %j', (timeZone, given, fault) => {
    expect(faults(create('projects', given, contextOf({ families, timeZone })))).toEqual([fault]);
  });
});

describe('in every time zone', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const settled = (timeZone: string, given: Values): Row =>
    create('projects', given, contextOf({ families, timeZone })).row;

  it.each(['1987-01-01', '2024-01-01'])('a date does not change around the clock changes after %s', (from) => {
    for (const timeZone of zones) {
      for (const date of datesAroundChanges(timeZone, from, 3)) {
        const bid = pickValues(settled(timeZone, { bid_due_date: date }));
        const at = bid['bid_due_at'] as string;
        expect([timeZone, ...bidOf(bid)]).toEqual([timeZone, at, date, false]);
        expect([timeZone, ...bidOf(settled(timeZone, bid))]).toEqual([timeZone, at, date, false]);
        // Kwajalein, Kiritimati, Apia and others once skipped a day, which therefore has no instant.
        const isSkipped = at === firstInstantOf(Temporal.PlainDate.from(date).add({ days: 1 }).toString(), timeZone);
        if (!isSkipped) expect([timeZone, dayOf(at, timeZone)]).toEqual([timeZone, date]);
      }
    }
  });

  it('a date that a zone skipped does not change', () => {
    const skipped = settled('Pacific/Apia', { bid_due_date: '2011-12-30' });
    expect(bidOf(skipped)).toEqual(['2011-12-30T10:00:00Z', '2011-12-30', false]);
    expect(bidOf(settled('Pacific/Apia', pickValues(skipped)))).toEqual(bidOf(skipped));
  });

  it('an instant keeps its milliseconds, and its date is the local one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 4e12 }), (timeZone, milliseconds) => {
        const at = new Date(milliseconds).toISOString();
        const wall = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
        expect(bidOf(settled(timeZone, { bid_due_at: at }))).toEqual([at, wall, true]);
      }),
      { numRuns: runsOf(200, 1000) },
    );
  });
});

function pickValues(record: Row): Values {
  return Object.fromEntries(columns.map((column) => [column, record[column] ?? null]));
}

/** The day before, of and after each of the next clock changes. */
function datesAroundChanges(timeZone: string, from: string, changes: number): string[] {
  const dates = new Set([from]);
  let at = Temporal.PlainDate.from(from).toZonedDateTime(timeZone);
  for (let left = changes; left > 0; left -= 1) {
    const next = at.getTimeZoneTransition('next');
    if (!next) break;
    for (const days of [-1, 0, 1]) dates.add(next.toPlainDate().add({ days }).toString());
    at = next;
  }
  return [...dates];
}
