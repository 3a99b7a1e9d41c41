import type { Problem } from '../../refusal.ts';
import type { RecordOf } from '../../resources/record-types.ts';
import type { projects } from '../../resources/projects.ts';
import type { ProjectStatus } from '../../resources/vocabulary/choices.ts';
import { dayLength, daysBetween, daysPassed, daysUntil, endOfDay, parseInstant } from '../calendar.ts';
import { differing, inputValue, isWritten } from '../input.ts';
import type { Derivation, DerivationContext, Rule } from '../rule.ts';

// The fields of a project that no client sets: the stored figures, for which its dates must be in order, and the fields
// that depend on the time of the read.

type Project = RecordOf<typeof projects>;

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
    is_overdue: isOverdue(project, context),
  }),
  until: (project, { now, today, timeZone }) => {
    const nextStageAge = parseInstant(project.stage_changed_at) + (stageAge(project, now) + 1) * dayLength;
    const due = project.bid_due_at === null ? NaN : parseInstant(project.bid_due_at) + 1;
    const nextOverdue = due > parseInstant(now) ? due : Infinity;
    return Math.min(nextStageAge, nextOverdue, endOfDay(today, timeZone));
  },
};

/** Whether the bid of an open project is past its instant, or past its day if no time is known, and not submitted. */
function isOverdue(project: Project, { now, today }: DerivationContext): boolean {
  const { bid_due_at: at, bid_due_date: day } = project;
  if (project.close_type !== null || project.submitted_at !== null || day === null) return false;
  return project.bid_due_at_includes_time && at !== null ? parseInstant(at) < parseInstant(now) : day < today;
}

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
function projectStatus(project: Project, context: Omit<DerivationContext, 'now' | 'timeZone'>): ProjectStatus {
  const { close_type: closeType, start_date: start, end_date: end } = project;
  if (closeType !== null && closeType !== 'won') return `closed_${closeType}`;
  if (closeType !== 'won' && !isInWonStage(project, context)) return 'pursuit';
  if (end !== null && context.today > end) return 'complete';
  return start !== null && start <= context.today ? 'active' : 'upcoming';
}

/** In the past, the stage may have had another category, so the close type alone decides. */
const isInWonStage = (
  { project_stage_id: stageId }: Project,
  { isPast = false, entries }: Pick<DerivationContext, 'isPast' | 'entries'>,
): boolean => !isPast && entries('project_stages').get(stageId)?.category === 'won';
