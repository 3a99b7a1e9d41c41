import { goalMeasures, goalPeriods } from './vocabulary/choices.ts';
import { amount, choice, date, reference, text } from './fields.ts';
import type { Resource } from './resource.ts';

/** What the firm, one of its divisions or one of its people wants to book or to earn in a period. */
export const goals = {
  singular: 'goal',
  plural: 'goals',
  kept: 'table',
  adminOnly: true,
  order: ['starts_on'],
  embedded: ['period', 'starts_on', 'ends_on', 'measure', 'target'],
  fields: {
    period: choice(goalPeriods, {
      required: true,
      fixed: true,
      description:
        'The kind of period: a `month`, or a `quarter` or `year` of the fiscal year, which begins in the month that the ' +
        'account has as `fiscal_year_starts_month`. It cannot change later.',
    }),
    starts_on: date({
      required: true,
      fixed: true,
      description: 'The first day of the period. Another day is refused with the nearest two. It cannot change later.',
    }),
    ends_on: date({
      readOnly: true,
      filled: true,
      description: 'The last day of the period. Calculated by the service; read-only.',
    }),
    measure: choice(goalMeasures, {
      required: true,
      fixed: true,
      description:
        'The measure: `booked_amount`, the amount of the projects won in the period; `booked_count`, their number; ' +
        '`earned_amount`, the work put in place. It cannot change later.',
    }),
    target: amount({
      required: true,
      description:
        "The target, greater than 0: in whole units of the account's currency, or a whole number of projects for " +
        '`booked_count`.',
    }),
    division: reference('divisions', {
      fixed: true,
      description:
        'The division whose goal it is. A goal has a division, or a user, or neither: then it is the goal of the firm. ' +
        'It cannot change later.',
    }),
    user: reference('users', {
      fixed: true,
      description: 'The user whose goal it is, as the assignee of projects. It cannot change later.',
    }),
    // Period, measure and scope as one text: no two live goals have the same.
    subject: text({ internal: true, filled: true, unique: true }),
  },
} as const satisfies Resource;

/** The limit of goals in an account. */
export const mostGoals = 10_000;
