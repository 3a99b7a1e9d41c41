import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  dayOf,
  daysBetween,
  daysPassed,
  firstInstantOf,
  instantText,
  lastDayOf,
  parseInstant,
} from '../../src/domain/calendar.ts';
import { isDate, isTimeZone } from '../../src/resources/vocabulary/formats.ts';

const zones = Intl.supportedValuesOf('timeZone');
const firstYear = Date.parse('0001-01-02T00:00:00Z');
const lastYear = Date.parse('9999-12-30T23:59:59.999Z');

const anyZone = fc.constantFrom(...zones);
const anyInstant = fc.integer({ min: firstYear, max: lastYear });
const anyDate = fc.integer({ min: firstYear, max: lastYear }).map((at) => new Date(at).toISOString().slice(0, 10));

describe('the local day of an instant', () => {
  it.each([
    ['2026-03-01T04:59:59Z', 'America/New_York', '2026-02-28'],
    ['2026-03-01T05:00:00Z', 'America/New_York', '2026-03-01'],
    ['2026-12-31T15:00:00Z', 'Asia/Tokyo', '2027-01-01'],
    ['2024-02-29T23:30:00Z', 'UTC', '2024-02-29'],
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['0001-01-01T12:00:00.500Z', 'Europe/Berlin', '0001-01-01'],
    ['9999-12-31T10:00:00Z', 'Europe/Berlin', '9999-12-31'],
  ])('at %s in %s is %s', (instant, zone, day) => {
    expect(dayOf(instant, zone)).toBe(day);
  });

  it('is null if its year is not in 1 to 9999', () => {
    expect(dayOf('0001-01-01T00:30:00Z', 'America/New_York')).toBeNull();
    expect(dayOf('9999-12-31T23:30:00Z', 'Asia/Tokyo')).toBeNull();
  });

  it('is the day that Temporal computes, in every zone', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (at, zone) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
        expect(dayOf(new Date(at).toISOString(), zone)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the first instant of a day', () => {
  it.each([
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00Z'],
    ['2017-10-15', 'America/Sao_Paulo', '2017-10-15T03:00:00Z'],
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00Z'],
  ])('of %s in %s is %s', (date, zone, instant) => {
    expect(firstInstantOf(date, zone)).toBe(instant);
  });

  it('of a day that a zone skipped is the instant of the skip', () => {
    expect(firstInstantOf('2011-12-30', 'Pacific/Apia')).toBe('2011-12-30T10:00:00Z');
    expect(firstInstantOf('2011-12-31', 'Pacific/Apia')).toBe('2011-12-30T10:00:00Z');
  });

  it('is null before the year 1', () => {
    expect(firstInstantOf('0001-01-01', 'Asia/Tokyo')).toBeNull();
    expect(firstInstantOf('9999-12-31', 'America/New_York')).toBe('9999-12-31T05:00:00Z');
  });

  it('is on that day, and the millisecond before is not', () => {
    fc.assert(
      fc.property(anyDate, anyZone, (date, zone) => {
        const first = firstInstantOf(date, zone) ?? '';
        expect(dayOf(first, zone)).toBe(date);
        expect(dayOf(instantText(parseInstant(first) - 1) ?? '', zone)).not.toBe(date);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the number of days', () => {
  it.each([
    ['2026-03-01', '2026-03-01', 0],
    ['2024-02-28', '2024-03-01', 2],
    ['2026-03-10', '2026-03-01', -9],
    ['0001-01-01', '9999-12-31', 3_652_058],
  ])('from %s to %s is %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });

  it('is the one that Temporal computes', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (from, to) => {
        expect(daysBetween(from, to)).toBe(Temporal.PlainDate.from(from).until(to).days);
      }),
    );
  });

  it('grows by 1 only after 24 hours', () => {
    expect(daysPassed('2026-03-01T10:00:00Z', '2026-03-02T09:59:59.999Z')).toBe(0);
    expect(daysPassed('2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z')).toBe(1);
    expect(daysPassed('2026-03-01T10:00:00Z', '2026-03-01T09:59:59Z')).toBe(-1);
  });
});

describe('the last day of a period', () => {
  it.each([
    ['2026-03-01', 1, 'days', '2026-03-01'],
    ['2026-12-30', 2, 'weeks', '2027-01-12'],
    ['2026-01-01', 1, 'months', '2026-01-31'],
    ['2026-01-31', 1, 'months', '2026-02-27'],
    ['2024-02-29', 1, 'years', '2025-02-27'],
    ['9999-12-31', 1, 'days', '9999-12-31'],
    ['9999-12-31', 2, 'days', null],
    ['2026-01-01', 2_147_483_647, 'days', null],
    ['2026-01-01', 2_147_483_647, 'weeks', null],
    ['2026-01-01', 2_147_483_647, 'months', null],
    ['2026-01-01', 2_147_483_647, 'years', null],
  ] as const)('from %s for %i %s is %s', (date, count, unit, last) => {
    expect(lastDayOf(date, count, unit)).toBe(last);
  });
});

describe('the text of an instant', () => {
  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [1_500, '1970-01-01T00:00:01.500Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [Date.parse('0001-01-01T00:00:00Z'), '0001-01-01T00:00:00Z'],
    [Date.parse('0001-01-01T00:00:00Z') - 1, null],
    [Date.parse('9999-12-31T23:59:59.999Z') + 1, null],
    [Number.NaN, null],
    [9e15, null],
  ])('at %d milliseconds is %s', (milliseconds, text) => {
    expect(instantText(milliseconds)).toBe(text);
  });

  it('parses back to the same instant', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        expect(parseInstant(instantText(at) ?? '')).toBe(at);
      }),
    );
  });
});

describe('the valid time zones', () => {
  it('include every name that the platform lists', () => {
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect(isTimeZone('UTC')).toBe(true);
  });

  it.each(['', 'Nowhere/Here', '+05:00', '-08', 'America/New York', 'UTC\0'])('do not include %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('the valid dates', () => {
  it.each(['0001-01-01', '2024-02-29', '9999-12-31'])('include %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '2023-02-29',
    '2026-13-01',
    '0000-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '',
    '2026-00-10',
    '٢٠٢٦-٠١-٠١',
  ])('do not include %s', (text) => {
    expect(isDate(text)).toBe(false);
  });
});
