import type { Binding } from '../query/binding.ts';
import { derivedExpression } from '../query/derived-values.ts';
import type { SelectedList } from '../query/selection.ts';
import { decimal } from './grouped-lines.ts';
import { isOpen } from './pipeline.ts';

/** The sums of the open bids. Amounts are exact decimals, as text. */
export interface BidsDueFigures {
  readonly due_count: number;
  readonly due_amount: string;
  readonly overdue_count: number;
  readonly overdue_amount: string;
}

/** The SQL, over `t`, that an open bid is late. */
export const isOverdue = (binding: Binding): string => derivedExpression('projects', 'is_overdue', binding).sql;

const isDueBetween = (binding: Binding, [from, to]: readonly [string, string]): string =>
  `t.bid_due_date between ${binding.hold(from)}::date and ${binding.hold(to)}::date`;

/** The sums of the bids between two days, and of the late ones of any day. */
export function bidsDueSums(binding: Binding, days: readonly [string, string]) {
  const parts = [
    ['due', isDueBetween(binding, days)],
    ['overdue', isOverdue(binding)],
  ] as const;
  return {
    conditions: [isOpen, `(${parts.map(([, met]) => met).join(' or ')})`],
    figures: parts.flatMap(([name, met]) => [
      `count(*) filter (where ${met})::integer as ${name}_count`,
      `${decimal(`sum(t.amount) filter (where ${met})`)} as ${name}_amount`,
    ]),
  };
}

/** The order of the bids: by day, those without a time first, then by instant and id. */
export const bidOrder =
  "order by t.bid_due_date, case when t.bid_due_at_includes_time then t.bid_due_at else '-infinity' end, t.id";

/** The select of the bids between two days. */
export const bidsSql = ({ source, conditions, binding }: SelectedList, days: readonly [string, string], most: number) =>
  `select * from ${source} t where ${[...conditions, isOpen, isDueBetween(binding, days)].join(' and ')}
  ${bidOrder} limit ${most}`;

/** The sums of the bids not submitted between two days, and of the late ones of any day. */
export const bidLoadSums = (binding: Binding, days: readonly [string, string]) => ({
  conditions: [isOpen, 't.submitted_at is null', `(${isDueBetween(binding, days)} or ${isOverdue(binding)})`],
  figures: ['count(*)::integer as count'],
});

/** The SQL of the number of the week, from 1, in which a bid is due; 0 for a late one. @param mondays the first days. */
export const bidWeek = (binding: Binding, mondays: readonly string[]): string =>
  `case when ${isOverdue(binding)} then 0 else width_bucket(t.bid_due_date, ${binding.hold(mondays)}::date[]) end`;
