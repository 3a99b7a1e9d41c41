import type { Problem } from '../../refusal.ts';
import type { RecordOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import { dayOf, firstInstantOf, parseInstant } from '../calendar.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import type { Change, Rule, RuleContext, Verdict } from '../rule.ts';

/** The columns that say when a bid is due. */
export type BidDue = Pick<RecordOf<typeof projects>, 'bid_due_at' | 'bid_due_date' | 'bid_due_at_includes_time'>;

/** Derives the bid's day from its instant or the reverse, in the account's time zone. A given day never shifts. */
export const setBidDue: Rule<typeof projects> = (change, context) => {
  const at = inputValue(change, 'bid_due_at');
  const date = inputValue(change, 'bid_due_date');
  if (!isWritten(change) || (at === undefined && date === undefined)) return {};
  // A reversion sets back a known time as it was. The first instant of a day may be another one since.
  if (change.reversion) return change.after.bid_due_at_includes_time === true ? {} : onItsDay(change, context);
  if (typeof at !== 'string') return onItsDay(change, context);
  const due = fromInstant(at, date ?? null, context.timeZone);
  return due ? { set: differing(change, due) } : { problems: [outOfRange('/bid_due_at')] };
};

function onItsDay(change: Change<typeof projects>, { timeZone }: RuleContext): Verdict<typeof projects> {
  const day = change.after.bid_due_date;
  const due = day === null ? noBid : bidDueOnDay(day, timeZone);
  return due ? { set: differing(change, due) } : { problems: [outOfRange('/bid_due_date')] };
}

/** A bid that is due on a day without a time, in a zone; `null` outside years 1 to 9999. */
export function bidDueOnDay(day: string, timeZone: string): BidDue | null {
  const first = firstInstantOf(day, timeZone);
  return first === null ? null : { bid_due_at: first, bid_due_date: day, bid_due_at_includes_time: false };
}

const noBid: BidDue = { bid_due_at: null, bid_due_date: null, bid_due_at_includes_time: null };

function fromInstant(at: string, givenDay: string | null, timeZone: string): BidDue | null {
  const day = givenDay ?? dayOf(at, timeZone);
  if (day === null) return null;
  return {
    bid_due_at: at,
    bid_due_date: day,
    bid_due_at_includes_time: !(givenDay && isFirst(at, givenDay, timeZone)),
  };
}

/** A date alone reads back as the day's first instant, so that instant beside the same date is not a time. */
function isFirst(at: string, day: string, timeZone: string): boolean {
  const first = firstInstantOf(day, timeZone);
  return first !== null && parseInstant(first) === parseInstant(at);
}

const outOfRange = (pointer: string): Problem => ({
  pointer,
  code: 'out_of_range',
  message: "must be within years 1 to 9999, in UTC and in the account's time zone",
});
