import { parseInstant } from './calendar.ts';
import { givenValue, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

/** A lead put off until a time to come is told of; it comes back by itself, and the time stays. */
export const snoozeLead: Rule = (change, context) => {
  const until = givenValue(change, 'snooze_until');
  const isPutOff = typeof until === 'string' && parseInstant(until) > parseInstant(context.now);
  return isWritten(change) && isPutOff ? { events: ['lead.snooze'] } : {};
};
