import { parseInstant } from './calendar.ts';
import { inputValue, isWritten } from './input.ts';
import type { leads } from '../resources/leads.ts';
import type { Rule } from './rule.ts';

/** Snoozing a lead until a future time emits `lead.snooze`. The snooze ends without a change; the time stays. */
export const snoozeLead: Rule<typeof leads> = (change, context) => {
  const until = inputValue(change, 'snooze_until');
  const isPutOff = typeof until === 'string' && parseInstant(until) > parseInstant(context.now);
  return isWritten(change) && isPutOff ? { events: ['lead.snooze'] } : {};
};
