import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/resources/fields.ts';
import { calls } from '../../../src/resources/calls.ts';
import { leads } from '../../../src/resources/leads.ts';
import { notes } from '../../../src/resources/notes.ts';
import { dateTime } from '../../../src/web/fields/views/date-views.ts';

const timeZone = 'America/Chicago';

/** The instant of a typed time on Wednesday, 2026-03-18. */
function typed(field: Field, text: string): unknown {
  const { edit } = dateTime;
  if (edit?.by !== 'line') throw new TypeError('the view has no line');
  const context = {
    field,
    formats: { today: '2026-03-18', timeZone },
    directory: { account: { time_zone: timeZone } },
  };
  return edit.read(text, context as unknown as Parameters<typeof edit.read>[1]);
}

describe('a typed time without its year', () => {
  it.each([
    ['of a note', notes.fields.happened_at],
    ['of a call', calls.fields.recorded_at],
  ])('%s is the last one', (_, field) => {
    expect(typed(field, 'fri 2p')).toEqual({ value: '2026-03-13T19:00:00.000Z' });
    expect(typed(field, '3/14 2p')).toEqual({ value: '2026-03-14T19:00:00.000Z' });
    expect(typed(field, '3/20 2p')).toEqual({ value: '2025-03-20T19:00:00.000Z' });
  });

  it('of other fields is the next one', () => {
    expect(typed(leads.fields.snooze_until, 'fri 2p')).toEqual({ value: '2026-03-20T19:00:00.000Z' });
    expect(typed(leads.fields.snooze_until, '3/14 2p')).toEqual({ value: '2027-03-14T19:00:00.000Z' });
  });
});
