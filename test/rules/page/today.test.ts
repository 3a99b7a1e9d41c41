import { describe, expect, it } from 'vitest';
import type { Card } from '../../../src/web/pursuits/card-fields.ts';
import { bidDays } from '../../../src/web/today/bid-days.ts';
import { callsToMake, type LoggedCall } from '../../../src/web/today/calls-to-make.ts';

const now = new Date('2026-03-02T15:00:00Z');

const bid = (name: string, fields: Partial<Card>): Card =>
  ({
    name,
    bid_due_date: null,
    bid_due_at: null,
    bid_due_at_includes_time: false,
    submitted_at: null,
    ...fields,
  }) as Card;

const timed = (name: string, at: string): Card =>
  bid(name, { bid_due_date: at.slice(0, 10), bid_due_at: at, bid_due_at_includes_time: true });

describe('the bids of Today', () => {
  const days = (...bids: Card[]) =>
    bidDays(bids, { now, today: '2026-03-02' }).map(({ day, bids: ofDay }) => [day, ofDay.map(({ name }) => name)]);

  it('begin with the late ones, by the hour', () => {
    const passed = timed('Passed', '2026-03-02T14:59:00Z');
    const ahead = timed('Ahead', '2026-03-02T15:01:00Z');
    expect(days(ahead, passed, bid('Last week', { bid_due_date: '2026-02-24' }))).toEqual([
      [null, ['Last week', 'Passed']],
      ['2026-03-02', ['Ahead']],
    ]);
  });

  it('are in the order of their hours, and those without an hour are the last of their day', () => {
    const allDay = bid('Day', { bid_due_date: '2026-03-04' });
    expect(days(allDay, timed('Two', '2026-03-04T20:00:00Z'), timed('Ten', '2026-03-04T16:00:00Z'))).toEqual([
      ['2026-03-02', []],
      ['2026-03-04', ['Ten', 'Two', 'Day']],
    ]);
  });
});

describe('the calls to make', () => {
  const call = (id: string, at: string, outcome: string, fields: Partial<LoggedCall> = {}): LoggedCall => ({
    id,
    notes: null,
    recorded_at: at,
    call_outcome: { id: '1', name: outcome },
    company: null,
    contact: null,
    project: null,
    ...fields,
  });
  const ann = { contact: { id: '7', name: 'Ann' } };
  const ids = (...calls: LoggedCall[]) => callsToMake(calls, now).map(({ id }) => id);

  it('are those whose outcome leaves another one, the earliest first', () => {
    const voicemail = call('1', '2026-03-01T10:00:00Z', 'Left Voicemail');
    const busy = call('2', '2026-02-28T10:00:00Z', 'busy');
    expect(ids(voicemail, busy, call('3', '2026-02-27T10:00:00Z', 'Connected'))).toEqual(['2', '1']);
  });

  it('end with a later call to the same person', () => {
    const missed = call('1', '2026-02-27T10:00:00Z', 'No Answer', ann);
    expect(ids(missed)).toEqual(['1']);
    expect(ids(missed, call('2', '2026-02-28T10:00:00Z', 'Connected', ann))).toEqual([]);
  });

  it('include a call with a time in the future', () => {
    expect(ids(call('1', '2026-03-03T10:00:00Z', 'Meeting Scheduled', ann))).toEqual(['1']);
  });
});
