import type { Binding } from '../query/binding.ts';
import { decimal } from './grouped-lines.ts';

/** The outcomes of closed projects that the report counts. Competitive losses are also among the lost ones. */
export const outcomes = ['won', 'lost', 'lost_competitive', 'cancelled', 'did_not_pursue'] as const;

export type Outcome = (typeof outcomes)[number];

/** The sums of closed projects: `won_count`, `won_amount` (an exact decimal, as text) and so on, of each outcome. */
export type WinLossFigures = Readonly<Record<`${Outcome}_count` | `${Outcome}_without_amount`, number>> &
  Readonly<Record<`${Outcome}_amount`, string>>;

/** The condition of closed projects with an award date between two days, both included. */
export const awardedBetween = (binding: Binding, [from, to]: readonly [string, string]): string =>
  `t.close_type is not null and t.award_date between ${binding.hold(from)}::date and ${binding.hold(to)}::date`;

/** The SQL of the sums of closed projects. @param competitiveIds the loss reasons of the group `competitive`. */
export function winLossFigures(binding: Binding, competitiveIds: readonly string[]): readonly string[] {
  const isCompetitive = `(t.loss_reason_id is null or t.loss_reason_id = any(${binding.hold(competitiveIds)}::bigint[]))`;
  return outcomes.flatMap((outcome) => {
    const met =
      outcome === 'lost_competitive' ? `t.close_type = 'lost' and ${isCompetitive}` : `t.close_type = '${outcome}'`;
    return [
      `count(*) filter (where ${met})::integer as ${outcome}_count`,
      `${decimal(`sum(t.amount) filter (where ${met})`)} as ${outcome}_amount`,
      `count(*) filter (where ${met} and t.amount is null)::integer as ${outcome}_without_amount`,
    ];
  });
}

/** The SQL of the number of the period, from 1, that contains the award date. @param starts the first days. */
export const awardPeriod = (binding: Binding, starts: readonly string[]): string =>
  `width_bucket(t.award_date, ${binding.hold(starts)}::date[])`;
