import type { Queryable } from '../../database/engine.ts';
import type { Resource } from '../../resources/resource.ts';
import { selectText } from '../rows/select.ts';

/** The live goals of work put in place, of one kind of period, that begin on one of these days. */
export function readEarnedGoals<Goal extends object>(
  engine: Queryable,
  { goals, accountId, period, starts }: EarnedGoals,
): Promise<Goal[]> {
  const page = `select * from goals t where t.account_id = $1::bigint and t.deleted_at is null
  and t.measure = 'earned_amount' and t.period = $2::text and t.starts_on = any($3::date[])`;
  return engine.query<Goal>(selectText(goals, page, 'order by t.id'), [accountId, period, starts]);
}

interface EarnedGoals {
  readonly goals: Resource;
  readonly accountId: string;
  readonly period: string;
  readonly starts: readonly string[];
}
