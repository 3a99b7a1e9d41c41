import type { AttentionRule } from '../../resources/vocabulary/choices.ts';
import type { Binding } from '../query/binding.ts';
import { dayIn, derivedExpression } from '../query/derived-values.ts';
import type { SelectedList } from '../query/selection.ts';
import { isOverdue } from './bids-due.ts';
import { decimal } from './grouped-lines.ts';
import { compared, comparedIds, type ProjectEntry } from './listed-projects.ts';
import { isOpen } from './pipeline.ts';

/** What decides that a project needs attention, besides the project and the day. */
export interface AttentionLimits {
  /** The last day of a bid that is due soon. */
  readonly soonBy: string;
  /** Submitted bids from this day on may still wait for their result. */
  readonly resultFrom: string;
  /** The first day of losses that need a reason. */
  readonly lostFrom: string;
  /** The days in a stage from which a project is stale, by the id of the stage. */
  readonly staleAfter: ReadonlyMap<string, number>;
  readonly committedStageIds: readonly string[];
  readonly inactiveUserIds: readonly string[];
}

/** The sums of the rules by their places: `count_0`, and `amount_0` as an exact decimal. */
export type RuleSums = Readonly<Record<`count_${number}`, number> & Record<`amount_${number}`, string>>;

/** The SQL of the sums of the rules. */
export const ruleSums = (rules: readonly AttentionRule[], limits: AttentionLimits, binding: Binding): string[] =>
  rules.flatMap((rule, place) => {
    const { met } = ruleSql[rule](limits, binding);
    return [
      `count(*) filter (where ${met})::integer as count_${place}`,
      `${decimal(`sum(t.amount) filter (where ${met})`)} as amount_${place}`,
    ];
  });

/** An item: the place of its rule, from 0, and the day since which the rule holds. */
export type AttentionItem = ProjectEntry & {
  readonly place: number;
  readonly since: string;
};

/** Selects the items of rules. */
export function itemsSql(
  rules: readonly AttentionRule[],
  limits: AttentionLimits,
  { source, conditions, binding }: SelectedList,
): string {
  const items = rules.map((rule, place) => {
    const { met, since } = ruleSql[rule](limits, binding);
    return `select t.id, ${place} as place, ${since()} as since
  from ${source} t where ${[...conditions, met].join(' and ')}`;
  });
  return items.join('\n  union all ');
}

/** The order of items: that of the rules, then by `since` and id. */
export const itemOrder = 'order by place, since, id';

/** The same order. */
export const compareItems = (one: AttentionItem, other: AttentionItem): number =>
  one.place - other.place || compared(one.since, other.since) || comparedIds(one, other);

type RuleSql = (limits: AttentionLimits, binding: Binding) => { readonly met: string; readonly since: () => string };

const day = (binding: Binding, instant: string): string => dayIn(instant, (name) => binding.holdDay(name));
const ids = (binding: Binding, some: readonly string[]): string => `${binding.hold(some)}::bigint[]`;

const ruleSql: Readonly<Record<AttentionRule, RuleSql>> = {
  bid_overdue: (_, binding) => ({ met: isOverdue(binding), since: () => 't.bid_due_date' }),
  bid_due_soon: ({ soonBy }, binding) => ({
    met: `${isOpen} and t.submitted_at is null and t.bid_due_date <= ${binding.hold(soonBy)}::date
      and not ${isOverdue(binding)}`,
    since: () => 't.bid_due_date',
  }),
  next_step_late: (_, binding) => ({
    met: `${isOpen} and t.next_step_on < ${binding.holdDay('today')}::date`,
    since: () => 't.next_step_on',
  }),
  stale_stage: ({ staleAfter }, binding) => {
    const stages = ids(binding, [...staleAfter.keys()]);
    const days = `${binding.hold([...staleAfter.values()].map(String))}::integer[]`;
    const age = derivedExpression('projects', 'stage_age', binding).sql;
    return {
      met: `${isOpen} and ${age} >= (${days})[array_position(${stages}, t.project_stage_id)]`,
      since: () => day(binding, 't.stage_changed_at'),
    };
  },
  no_result: ({ committedStageIds, resultFrom }, binding) => {
    const submitted = `greatest(${day(binding, 't.submitted_at')}, t.bid_due_date)`;
    return {
      met: `${isOpen} and t.submitted_at is not null and ${submitted} < ${binding.hold(resultFrom)}::date
      and not (t.project_stage_id = any(${ids(binding, committedStageIds)}))`,
      since: () => submitted,
    };
  },
  unassigned: ({ inactiveUserIds }, binding) => ({
    met: `${isOpen} and (t.assigned_to_id is null or t.assigned_to_id = any(${ids(binding, inactiveUserIds)}))`,
    since: () => day(binding, 't.created_at'),
  }),
  loss_unexplained: (limits, binding) => ({ met: unexplained(limits, binding), since: () => 't.award_date' }),
};

const unexplained = ({ lostFrom }: AttentionLimits, binding: Binding): string =>
  `(t.close_type = 'lost' and t.loss_reason_id is null
    and t.award_date between ${binding.hold(lostFrom)}::date and ${binding.holdDay('today')}::date)`;
