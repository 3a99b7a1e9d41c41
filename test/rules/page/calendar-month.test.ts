import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsUndated, daysPart, nextBidQuery, pursuitsOf } from '../../../src/web/calendar/calendar-parts.ts';
import { bidAfter, byDay, fitting } from '../../../src/web/calendar/day-order.ts';
import { addMonths, lastDayOf, monthOf, readMonth, weeksOf } from '../../../src/web/calendar/month.ts';
import { shortHours } from '../../../src/web/data/short-hour.ts';
import { usualWeek, weekOf } from '../../../src/web/calendar/week-start.ts';
import { addDays, weekdayOf } from '../../../src/resources/written-dates/days.ts';
import { bidOn, hourOf } from '../../../src/web/pursuits/bid-date.ts';
import type { Card } from '../../../src/web/pursuits/card-fields.ts';

describe('the weeks of a month', () => {
  it.each([
    ['2026-03', 7, '2026-03-01', '2026-04-04'],
    ['2026-03', 1, '2026-02-23', '2026-04-05'],
    ['2026-02', 7, '2026-02-01', '2026-02-28'],
    ['2026-08', 6, '2026-08-01', '2026-09-04'],
    ['2024-02', 1, '2024-01-29', '2024-03-03'],
  ])('of %s, from weekday %i, are %s to %s', (month, firstWeekday, first, last) => {
    const weeks = weeksOf(month, firstWeekday);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last]);
  });

  it('are whole, have every day of the month, and no week without one', () => {
    const months = fc.integer({ min: 0, max: 12 * 1000 }).map((number) => addMonths('1990-01', number));
    fc.assert(
      fc.property(months, fc.integer({ min: 1, max: 7 }), (month, firstWeekday) => {
        const weeks = weeksOf(month, firstWeekday);
        const days = weeks.flat();
        expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? '', index)));
        expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? '') === firstWeekday)).toBe(true);
        expect(weeks.every((week) => week.some((day) => monthOf(day) === month))).toBe(true);
        expect(days.filter((day) => monthOf(day) === month)).toHaveLength(Number(lastDayOf(month).slice(8)));
      }),
    );
  });

  it('reads a month of an address, and nothing else', () => {
    expect(['2026-11', '2026-13', '2026-1', 'soon', undefined, '9999-12'].map(readMonth)).toEqual([
      '2026-11',
      ...[null, null, null, null, null],
    ]);
  });
});

describe('the week of a locale', () => {
  it.each([
    ['en-US', 7],
    ['de-DE', 1],
    ['fr', 1],
    ['ar-EG', 6],
  ])('of %s begins with weekday %i, also in a browser that does not know it', (locale, firstDay) => {
    expect(weekOf(locale).firstDay).toBe(firstDay);
    expect(usualWeek(new Intl.Locale(locale).maximize().region ?? '').firstDay).toBe(firstDay);
  });
});

describe('an hour in a narrow place', () => {
  it.each([
    ['en-US', '2026-03-13T19:00:00Z', '2p'],
    ['en-US', '2026-03-13T19:30:00.000Z', '2:30p'],
    ['en-US', '2026-03-13T05:00:00Z', '12a'],
    ['de-DE', '2026-03-13T19:00:00Z', '14:00'],
  ])('in %s of %s is %s', (locale, instant, text) => {
    expect(shortHours(locale, 'America/Chicago')(instant)).toBe(text);
  });
});

/** A bid with only what matters here. */
const bid = (id: string, due: string | null, at: string | null = null, name = `Bid ${id}`): Card =>
  ({ id, name, bid_due_date: due, bid_due_at: at, bid_due_at_includes_time: at !== null, submitted_at: null }) as Card;

const ids = (bids: readonly Card[]): string => bids.map(({ id }) => id).join();

describe('the bids of a day', () => {
  const time = { now: new Date('2026-03-13T18:00:00Z'), today: '2026-03-12' };

  it('stand in order: those without an hour by name, then the others by hour', () => {
    const day = '2026-03-13';
    const bids = [
      bid('1', day, '2026-03-13T19:00:00.000Z'),
      bid('2', day, '2026-03-13T15:00:00Z'),
      bid('3', day, null, 'Bravo'),
      bid('4', day, null, 'alpha'),
      bid('5', day, '2026-03-13T19:00:00Z', 'Aft'),
    ];
    const before = { now: new Date('2026-03-12T18:00:00Z'), today: '2026-03-12' };
    expect(ids(bids.sort(byDay(before).compare))).toBe('4,3,2,5,1');
    expect(bids.map(byDay(time).keyOf)).toEqual(Array(5).fill(day));
  });

  it('stand with the late ones first and the submitted ones last', () => {
    const day = '2026-03-13';
    const bids = [
      { ...bid('1', day), submitted_at: '2026-03-10T12:00:00Z' },
      bid('2', day),
      bid('3', day, '2026-03-13T21:00:00Z'),
      bid('4', day, '2026-03-13T15:00:00Z'),
    ];
    expect(ids(bids.sort(byDay(time).compare))).toBe('4,2,3,1');
  });

  it('without a date come newest first', () => {
    const bids = [bid('9', null, null, 'A'), bid('10', null, null, 'B')];
    expect(ids(bids.sort(byDay(time).compare))).toBe('10,9');
  });

  it('are shown as far as they fit, the focused one always', () => {
    const bids = ['1', '2', '3', '4', '5'].map((id) => bid(id, '2026-03-13'));
    const shown = (lines: number, focused: string | null, late = 0): string => {
      const { shown: those, others } = fitting(bids, { lines, late }, focused);
      return `${ids(those)} +${others}`;
    };
    expect(shown(5, null)).toBe('1,2,3,4,5 +0');
    expect(shown(3, null)).toBe('1,2 +3');
    expect(shown(3, '2')).toBe('1,2 +3');
    expect(shown(3, '5')).toBe('1,5 +3');
    expect(shown(1, null)).toBe(' +5');
    expect(shown(1, '4')).toBe('4 +4');
    // Late ones come first, and none of them is hidden.
    expect(shown(3, null, 4)).toBe('1,2,3,4 +1');
    expect(shown(3, '5', 4)).toBe('1,2,3,4,5 +0');
    expect(shown(3, null, 5)).toBe('1,2,3,4,5 +0');
  });
});

describe('a step from bid to bid', () => {
  const days = [[bid('1', ''), bid('2', '')], [], [bid('3', ''), bid('4', '')]];

  it.each([
    ['down', '1', '2'],
    ['down', '2', '3'],
    ['down', '4', null],
    ['up', '3', '2'],
    ['up', '1', null],
    ['right', '1', '3'],
    ['right', '4', null],
    ['left', '4', '1'],
    ['left', '2', null],
    ['down', 'gone', null],
  ] as const)('%s from %s leads to %s', (step, id, next) => {
    expect(bidAfter(step, id, days)).toBe(next);
  });
});

describe('the query of the calendar', () => {
  const span = { first: '2026-03-01', last: '2026-04-04', today: '2026-03-02' };
  const daysOf = (search: Record<string, string>) => daysPart(pursuitsOf(search), span).query;

  it('asks for the open pursuits of the shown days', () => {
    expect(pursuitsOf({ month: '2026-03', show: 'agenda', assigned_to_id: 'me', sort: 'name' })).toEqual({
      project_status: 'pursuit',
      assigned_to_id: 'me',
    });
    expect(daysOf({})).toEqual({ 'bid_due_date[gte]': '2026-03-01', 'bid_due_date[lte]': '2026-04-04' });
  });

  it('asks for fewer days if the address does', () => {
    const given = { 'bid_due_date[gte]': 'today', 'bid_due_date[lte]': 'today+90' };
    expect(daysOf(given)).toEqual({ 'bid_due_date[gte]': 'today', 'bid_due_date[lte]': '2026-04-04' });
    expect(daysOf({ 'bid_due_date[gte]': '2026-02-01' })['bid_due_date[gte]']).toBe('2026-03-01');
  });

  it('leaves it to the service to refuse a day that is none', () => {
    expect(daysOf({ 'bid_due_date[lte]': 'soon' })['bid_due_date[lte]']).toBe('soon');
  });

  it('asks for the next bid that is not submitted', () => {
    expect(nextBidQuery({ 'bid_due_date[gt]': '2026-05-01' }, '2026-03-31', span.today)).toMatchObject({
      submitted_at: 'null',
      'bid_due_date[gt]': '2026-05-01',
      sort: 'bid_due_date',
    });
    expect(allowsUndated({ 'bid_due_date[is_null]': 'false' })).toBe(false);
  });
});

describe('a bid that moves to another day', () => {
  const zone = 'America/Chicago';
  const at = bid('1', '2026-03-06', '2026-03-06T20:00:00Z');

  it.each([
    ['2026-03-13', '14:00', '2026-03-13T19:00:00.000Z'],
    // Summer time begins at 2 a.m. on this day.
    ['2026-03-08', '14:00', '2026-03-08T19:00:00.000Z'],
    ['2026-03-08', '02:30', '2026-03-08T08:30:00.000Z'],
    ['2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
  ])('to %s at %s is due at %s', (day, hour, instant) => {
    expect(bidOn(day, hour, zone)).toEqual({ bid_due_date: day, bid_due_at: instant });
  });

  it('keeps its hour, and has none if it had none', () => {
    expect(hourOf(at, zone)).toBe('14:00');
    expect(bidOn('2026-03-13', hourOf(bid('2', '2026-03-06'), zone), zone)).toEqual({
      ...{ bid_due_date: '2026-03-13', bid_due_at: null },
    });
  });
});
