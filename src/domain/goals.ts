import { type Problem, Refusal } from '../refusal.ts';
import type { goals } from '../resources/goals.ts';
import type { ValuesOf } from '../resources/record-types.ts';
import { dateAfter } from './calendar.ts';
import { differing, isUnknown, isWritten } from './input.ts';
import { periodOf } from './periods.ts';
import type { Change, Rule, Values } from './rule.ts';

type Goal = ValuesOf<typeof goals>;

/** A goal covers one month, fiscal quarter or fiscal year, for the firm, a division or a user. */
export const setGoal: Rule<typeof goals> = (change, { fiscalYearStartsMonth: firstMonth }) => {
  if (change.action === 'restore') return beginsPeriod(change.after, firstMonth) ? {} : { refusal: movedAway() };
  if (!isWritten(change)) return {};
  const problems = [startProblem(change, firstMonth), scopeProblem(change), targetProblem(change)];
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0 || isUnknown(change, ['period', 'starts_on'])) return { problems: found };
  const { period, starts_on: startsOn } = change.after;
  if (period === null || startsOn === null) return {};
  return {
    set: differing(change, { ends_on: periodOf(startsOn, period, firstMonth).to, subject: subjectOf(change.after) }),
  };
};

/** Whether a goal begins on the first day of its period. */
function beginsPeriod({ period, starts_on: startsOn }: Goal, firstMonth: number): boolean {
  return period !== null && startsOn !== null && periodOf(startsOn, period, firstMonth).from === startsOn;
}

/** Period, measure and scope of a goal as one text. */
export function subjectOf(goal: Partial<Goal>): string {
  const { period, starts_on: startsOn, measure, division_id: division, user_id: user } = goal;
  const scopes = [...(division ? ['division', division] : []), ...(user ? ['user', user] : [])];
  return [period, startsOn, measure, ...scopes].join(' ');
}

/** The values of a new goal, with its subject. */
export const withSubject = (input: Values): Values => ({ ...input, subject: subjectOf(input) });

const movedAway = (): Refusal =>
  new Refusal(
    'conflict',
    "This goal no longer begins on the first day of a period of the account's fiscal year. Create another goal.",
  );

type GoalChange = Change<typeof goals>;

function startProblem(change: GoalChange, firstMonth: number): Problem | null {
  const { period, starts_on: startsOn } = change.after;
  if (change.action !== 'create' || period === null || startsOn === null) return null;
  if (beginsPeriod(change.after, firstMonth)) return null;
  const { from, to } = periodOf(startsOn, period, firstMonth);
  const allowed = [...new Set([from, dateAfter(to, 1)])].filter(
    (day) => periodOf(day, period, firstMonth).from === day,
  );
  const message = `must be the first day of a ${period === 'month' ? '' : 'fiscal '}${period}, such as ${allowed.join(' or ')}`;
  return { pointer: '/starts_on', code: 'not_allowed', message, allowed };
}

function scopeProblem({ after }: GoalChange): Problem | null {
  if (after.division_id === null || after.user_id === null) return null;
  const message = 'must be empty if division_id is given: a goal is of a division, of a user or of the firm';
  return { pointer: '/user_id', code: 'not_allowed', message };
}

function targetProblem(change: GoalChange): Problem | null {
  const { target, measure } = change.after;
  if (target === null || isUnknown(change, ['target'])) return null;
  if (target <= 0) return { pointer: '/target', code: 'out_of_range', message: 'must be greater than 0' };
  if (measure !== 'booked_count' || Number.isInteger(target)) return null;
  return { pointer: '/target', code: 'not_allowed', message: 'must be a whole number of projects' };
}
