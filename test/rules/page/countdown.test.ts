import { describe, expect, it } from 'vitest';
import { clientBeside } from '../../../src/web/pursuits/client-beside.ts';
import { countdown } from '../../../src/web/pursuits/countdown.ts';

const time = { now: new Date('2026-03-13T18:00:00Z'), today: '2026-03-13' };

const on = (day: string | null, at: string | null = null, submitted: string | null = null): string | null =>
  countdown(
    { bid_due_date: day, bid_due_at: at, bid_due_at_includes_time: at !== null, submitted_at: submitted },
    time,
  );

describe('the time that a bid has left', () => {
  it('is told by the hour on the day itself, and by days before', () => {
    expect(on('2026-03-13', '2026-03-13T18:40:00Z')).toBe('in 40 minutes');
    expect(on('2026-03-13', '2026-03-13T23:30:00Z')).toBe('in 5 hours');
    expect(on('2026-03-13')).toBe('today');
    expect(on('2026-03-14', '2026-03-14T19:00:00Z')).toBe('tomorrow');
    expect(on('2026-03-25', '2026-03-25T19:00:00Z')).toBe('in 12 days');
  });

  it('says how late a bid is', () => {
    expect(on('2026-03-13', '2026-03-13T16:59:00Z')).toBe('1 hour late');
    expect(on('2026-03-11')).toBe('2 days late');
  });

  it('says nothing of a submitted bid, and of one without a date', () => {
    expect(on('2026-03-11', null, '2026-03-10T12:00:00Z')).toBeNull();
    expect(on(null)).toBeNull();
  });
});

describe('the client on a card', () => {
  it('is named unless the name of the job contains it', () => {
    const company = { id: '1', name: 'Windmill ISD' };
    expect(clientBeside({ name: 'Gym Addition', company })).toBe('Windmill ISD');
    expect(clientBeside({ name: 'WINDMILL ISD Gym', company })).toBeNull();
    expect(clientBeside({ name: 'Gym', company: null })).toBeNull();
  });
});
