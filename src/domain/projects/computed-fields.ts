import type { Problem } from '../../refusal.ts';
import type { RecordOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import type { ProjectStatus } from '../../resources/vocabulary/choices.ts';
import {
  dayLength,
  dayOf,
  daysBetween,
  daysPassed,
  daysUntil,
  endOfDay,
  firstInstantOf,
  parseInstant,
} from '../calendar.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import type { Change, Derivation, DerivationContext, Rule, RuleContext, Verdict } from '../rule.ts';

// The fields of a project that the service computes: the day and the instant on which the bid is due, the figures that
// are stored, and the fields that depend on the time of the read.

type Project = RecordOf<typeof projects>;

/** The columns that say when a bid is due. */
export type BidDue = Pick<Project, 'bid_due_at' | 'bid_due_date' | 'bid_due_at_includes_time'>;

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

/** Computes the stored figures of a project: its prices per square foot and per unit, and its duration. */
export const computeFigures: Rule<typeof projects> = (change) => {
  if (!isWritten(change)) return {};
  const { amount, square_feet: squareFeet, units, start_date: start, end_date: end } = change.after;
  const areDatesGiven = inputValue(change, 'start_date') !== undefined || inputValue(change, 'end_date') !== undefined;
  if (areDatesGiven && isBefore(end, start)) return { problems: [endBeforeStart] };
  return {
    set: differing(change, {
      price_per_square_foot: pricePer(amount, squareFeet),
      price_per_unit: pricePer(amount, units),
      project_duration: durationOf(start, end),
    }),
  };
};

/** The amount divided by the count, to two decimals, halves up; `null` if either is missing or zero. */
export function pricePer(amount: number | null, count: number | null): number | null {
  if (amount === null || count === null || amount === 0 || count === 0) return null;
  // Whole cents, because a quotient of floating point numbers can fall just short of a half.
  const cents = BigInt(amount.toFixed(2).replace('.', ''));
  const parts = BigInt(count);
  return Number((2n * cents + parts) / (2n * parts)) / 100;
}

/** The days from the first to the last, both included; `null` unless both are known. */
export function durationOf(start: string | null, end: string | null): number | null {
  return start === null || end === null ? null : daysBetween(start, end) + 1;
}

const isBefore = (one: string | null, other: string | null): boolean => one !== null && other !== null && one < other;

const endBeforeStart: Problem = {
  pointer: '/end_date',
  code: 'out_of_range',
  message: 'must not be before start_date',
};

/** The fields of a project that depend on the time of the read. */
export const projectDerivation: Derivation<typeof projects> = {
  derive: (project, context) => ({
    stage_age: stageAge(project, context.now),
    pursuit_duration: pursuitDuration(project, context),
    project_status: projectStatus(project, context),
  }),
  until: (project, { now, today, timeZone }) => {
    const nextStageAge = parseInstant(project.stage_changed_at) + (stageAge(project, now) + 1) * dayLength;
    return Math.min(nextStageAge, endOfDay(today, timeZone));
  },
};

/** Whole days, of 24 hours each, since the last move. */
function stageAge(project: Project, now: string): number {
  return Math.max(0, daysPassed(project.stage_changed_at, now));
}

/** Calendar days from the creation to the award, or to today while the project is open. */
function pursuitDuration(project: Project, context: DerivationContext): number | null {
  const end = project.close_type === null ? context.today : project.award_date;
  // A client may clear the award date of a closed project; then the duration is unknown.
  return end === null ? null : Math.max(0, daysUntil(project.created_at, end, context.timeZone));
}

/** The status of a project today: in pursuit, closed without an award, or won (upcoming, active or complete). */
function projectStatus(project: Project, context: Pick<DerivationContext, 'today' | 'entries'>): ProjectStatus {
  const { close_type: closeType, start_date: start, end_date: end } = project;
  if (closeType !== null && closeType !== 'won') return `closed_${closeType}`;
  const stage = context.entries('project_stages').get(project.project_stage_id);
  if (closeType !== 'won' && stage?.category !== 'won') return 'pursuit';
  if (end !== null && context.today > end) return 'complete';
  return start !== null && start <= context.today ? 'active' : 'upcoming';
}
