import type { Queryable } from '../../database/engine.ts';
import type { SelectedList } from '../query/selection.ts';
import { selectText } from '../rows/select.ts';
import type { Resource } from '../../resources/resource.ts';
import { decimal } from './grouped-lines.ts';

/** The condition, over `t`, of the projects that the pipeline counts. */
export const isOpen = 't.close_type is null';

/** The weighted amount of one project, over `t`, rounded to cents; null without an amount or a probability. */
export const weightedAmount = 'round(t.amount * t.probability::numeric, 2)';

/** The sums of open projects. Amounts are exact decimals, as text. */
export interface PipelineFigures {
  readonly count: number;
  readonly amount: string;
  readonly weighted_amount: string;
  readonly without_amount: number;
  readonly without_probability: number;
}

/** The SQL of these sums. */
export const pipelineFigures: readonly string[] = [
  'count(*)::integer as count',
  `${decimal('sum(t.amount)')} as amount`,
  `${decimal(`sum(${weightedAmount})`)} as weighted_amount`,
  'count(*) filter (where t.amount is null)::integer as without_amount',
  'count(*) filter (where t.probability is null)::integer as without_probability',
];

/** The live goals of bookings whose period contains a day, the longest first. */
export function readBookingGoals<Goal extends object>(
  engine: Queryable,
  goals: Resource,
  accountId: string,
  day: string,
): Promise<Goal[]> {
  const page = `select * from goals t where t.account_id = $1::bigint and t.deleted_at is null
  and t.starts_on <= $2::date and t.ends_on >= $2::date and t.measure in ('booked_amount', 'booked_count')`;
  const order = 'order by t.starts_on - t.ends_on, t.measure, t.id';
  return engine.query<Goal>(selectText(goals, page, order), [accountId, day]);
}

/** The projects of a goal's scope. Amounts are exact decimals, as text. */
export interface GoalSums {
  /** The id of the goal. */
  readonly group: string;
  readonly booked: number;
  readonly booked_amount: string;
  readonly committed: number;
  readonly committed_amount: string;
}

/** The goals to compare with projects. */
interface GoalSumsRequest {
  /** The account's projects, or a slice of them, without filters. */
  readonly selected: SelectedList;
  readonly goalIds: readonly string[];
  /** The days from the first to the last of all periods of these goals. */
  readonly days: readonly [from: string, to: string];
  readonly committedStageIds: readonly string[];
}

/** Counts the projects won in the period of each goal, and the committed ones, of the goal's division or user. */
export function readGoalSums(engine: Queryable, request: GoalSumsRequest): Promise<GoalSums[]> {
  const { source, conditions, binding } = request.selected;
  const [from, to] = request.days.map((day) => `${binding.hold(day)}::date`);
  const won = `t.close_type = 'won' and t.award_date between ${from} and ${to}`;
  const ids = `${binding.hold(request.goalIds)}::bigint[]`;
  const committed = `${isOpen} and t.project_stage_id = any(${binding.hold(request.committedStageIds)}::bigint[])`;
  return engine.query<GoalSums>(
    `select g.id::text as "group",
  count(*) filter (where p.is_won)::integer as booked,
  ${decimal('sum(p.amount) filter (where p.is_won)')} as booked_amount,
  count(*) filter (where not p.is_won)::integer as committed,
  ${decimal('sum(p.amount) filter (where not p.is_won)')} as committed_amount
from goals g
left join (select t.division_id, t.assigned_to_id, t.award_date, t.amount, t.close_type is not null as is_won
  from ${source} t where ${conditions.join(' and ')} and ((${won}) or (${committed}))) p
on (g.division_id is null or g.division_id = p.division_id)
  and (g.user_id is null or g.user_id = p.assigned_to_id)
  and (not p.is_won or p.award_date between g.starts_on and g.ends_on)
where g.account_id = $1::bigint and g.id = any(${ids})
group by g.id`,
    binding.parameters,
  );
}
