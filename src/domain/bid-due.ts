import type { Problem } from '../refusal.ts';
import { dayOf, firstInstantOf, parseInstant } from './calendar.ts';
import { differing, givenValue, isWritten } from './given.ts';
import type { Rule, Values } from './rule.ts';

/** The bid's day and its instant follow from each other in the account's time zone; the day never shifts. */
export const setBidDue: Rule = (change, context) => {
  const at = givenValue(change, 'bid_due_at') as string | null | undefined;
  const date = givenValue(change, 'bid_due_date') as string | null | undefined;
  if (!isWritten(change) || (at === undefined && date === undefined)) return {};
  if (typeof at === 'string') {
    const due = fromInstant(at, date ?? null, context.timeZone);
    return due ? { set: differing(change, due) } : { problems: [outOfRange('/bid_due_at')] };
  }
  const day = change.after['bid_due_date'];
  const due = typeof day === 'string' ? bidDueOnDay(day, context.timeZone) : noBid;
  return due ? { set: differing(change, due) } : { problems: [outOfRange('/bid_due_date')] };
};

/** A bid of which only the day is known, as it stands in a zone; `null` outside years 1 to 9999. */
export function bidDueOnDay(day: string, timeZone: string): Values | null {
  const first = firstInstantOf(day, timeZone);
  return first === null ? null : { bid_due_at: first, bid_due_date: day, bid_due_at_includes_time: false };
}

const noBid: Values = { bid_due_at: null, bid_due_date: null, bid_due_at_includes_time: null };

function fromInstant(at: string, givenDay: string | null, timeZone: string): Values | null {
  const day = givenDay ?? dayOf(at, timeZone);
  if (day === null) return null;
  return {
    bid_due_at: at,
    bid_due_date: day,
    bid_due_at_includes_time: !(givenDay && isFirst(at, givenDay, timeZone)),
  };
}

/** The first instant of the day is what a date alone reads back as: beside that date it tells no time. */
function isFirst(at: string, day: string, timeZone: string): boolean {
  const first = firstInstantOf(day, timeZone);
  return first !== null && parseInstant(first) === parseInstant(at);
}

const outOfRange = (pointer: string): Problem => ({
  pointer,
  code: 'out_of_range',
  message: "must be within years 1 to 9999, in UTC and in the account's time zone",
});
