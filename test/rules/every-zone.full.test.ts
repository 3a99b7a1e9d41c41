import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dayOf, firstInstantOf, instantText, parseInstant } from '../../src/domain/calendar.ts';
import type { Values } from '../../src/domain/rule.ts';
import type { Value } from '../../src/resources/resource.ts';
import { contextOf, create, pick, stage } from './support.ts';

const families = { project_stages: [stage('1', { category: 'open' })] };
const columns = ['bid_due_at', 'bid_due_date', 'bid_due_at_includes_time'];
const from = Date.parse('2007-01-01T00:00:00Z');
const until = Date.parse('2027-01-01T00:00:00Z');

/** Every instant in twenty years at which the clocks of a zone change. */
function changesOf(timeZone: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds >= until) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}

/** The local date, as the platform formats it. */
function wallOf(timeZone: string): (at: number) => string {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', parts);
  return (at) => format.format(at);
}

const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => ({
  timeZone,
  changes: changesOf(timeZone),
  wall: wallOf(timeZone),
}));

const hour = 3_600_000;

function bidOf(timeZone: string, given: Values): Value[] {
  return pick(create('projects', given, contextOf({ families, timeZone })).row, ...columns);
}

describe('around the clock changes of twenty years in every zone', () => {
  it('there are more than 5,000 changes', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.flatMap(({ changes }) => changes).length).toBeGreaterThan(5000);
  });

  it('the day of an instant is the local date', () => {
    const wrong = zones.flatMap(({ timeZone, changes, wall }) =>
      changes
        .flatMap((at) => [at - hour, at - 1, at, at + 1, at + hour])
        .filter((at) => dayOf(new Date(at).toISOString(), timeZone) !== wall(at))
        .map((at) => `${timeZone} ${new Date(at).toISOString()}`),
    );
    expect(wrong).toEqual([]);
  });

  it('a day begins at its first local instant, or at the skip if the zone skips it', () => {
    const wrong = zones.flatMap(({ timeZone, changes, wall }) =>
      daysAround(changes, wall)
        .filter((date) => {
          const first = parseInstant(firstInstantOf(date, timeZone) ?? '');
          return !(wall(first) >= date && wall(first - 1) < date);
        })
        .map((date) => `${timeZone} ${date}`),
    );
    expect(wrong).toEqual([]);
  });

  it('a bid with a date keeps that date and has no time', () => {
    const wrong = zones.flatMap(({ timeZone, changes, wall }) =>
      daysAround(changes, wall).flatMap((date) => {
        const first = firstInstantOf(date, timeZone);
        const told = bidOf(timeZone, { bid_due_date: date });
        const again = bidOf(timeZone, { bid_due_date: date, bid_due_at: first });
        const expected = JSON.stringify([first, date, false]);
        return [told, again].some((bid) => JSON.stringify(bid) !== expected) ? [`${timeZone} ${date}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('a bid with an instant in a gap or a fold keeps that instant', () => {
    const wrong = zones.flatMap(({ timeZone, changes, wall }) =>
      changes
        .flatMap((at) => [at - 1, at, at + hour / 2])
        .filter((at) => {
          const text = instantText(at);
          return JSON.stringify(bidOf(timeZone, { bid_due_at: text })) !== JSON.stringify([text, wall(at), true]);
        })
        .map((at) => `${timeZone} ${new Date(at).toISOString()}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** The day before, of and after each change. */
function daysAround(changes: readonly number[], wall: (at: number) => string): string[] {
  const days = changes.flatMap((at) => {
    const day = Date.parse(wall(at));
    return [-1, 0, 1].map((shift) => new Date(day + shift * 24 * hour).toISOString().slice(0, 10));
  });
  return [...new Set(days)];
}
