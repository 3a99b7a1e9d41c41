import type { Problem } from '../../refusal.ts';
import type { projects } from '../../resources/projects.ts';
import { differing, inputValue, isUnknown, isWritten } from '../input.ts';
import type { Change, Rule } from '../rule.ts';

/** Keeps the amount that is left to earn and its day together: a project has both or neither. */
export const dateRemainingWork: Rule<typeof projects> = (change, { today }) => {
  if (!isWritten(change) || isUnknown(change, ['remaining_amount', 'remaining_as_of'])) return {};
  const problem = change.reversion ? undefined : problemOf(change, today);
  return problem ? { problems: [problem] } : { set: differing(change, { remaining_as_of: dayAfter(change, today) }) };
};

type ProjectChange = Change<typeof projects>;

function problemOf(change: ProjectChange, today: string): Problem | undefined {
  const day = inputValue(change, 'remaining_as_of') ?? null;
  if (day === null) return undefined;
  if (change.after.remaining_amount === null) return amountRequired;
  return day > today ? dayAhead : undefined;
}

function dayAfter(change: ProjectChange, today: string): string | null {
  const { remaining_amount: amount, remaining_as_of: day } = change.after;
  if (amount === null) return null;
  return isOfToday(change) ? today : (day ?? today);
}

/** Whether a request gives another amount without its day. */
const isOfToday = (change: ProjectChange): boolean =>
  !change.reversion && inputValue(change, 'remaining_amount') !== undefined && !change.given?.has('remaining_as_of');

const amountRequired: Problem = {
  pointer: '/remaining_amount',
  code: 'required',
  message: 'must be given with remaining_as_of',
};

const dayAhead: Problem = { pointer: '/remaining_as_of', code: 'out_of_range', message: 'must not be after today' };
