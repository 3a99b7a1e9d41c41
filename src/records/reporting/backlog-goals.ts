import { type RecordNamed, resourceOf } from '../../resources/index.ts';
import type { GoalPeriod } from '../../resources/vocabulary/choices.ts';
import { readEarnedGoals } from '../../store/reports/earned-goals.ts';
import { dayContext, rendererOf } from '../reading/renderer.ts';
import { centsOf, exactCents, type JsonText } from './exact-json.ts';
import { type GoalScope, keyOfScope, scopeOfGoal } from './goal-lines.ts';
import type { ReportContext } from './in-report.ts';
import type { Days } from './periods-of.ts';

const goals = resourceOf('goals');

/** The goals of a line by bucket, with the gap to its money in whole cents; null for a bucket without a goal. */
export type EarnedGoalsOf = (scope: GoalScope | null, buckets: readonly bigint[]) => readonly (object | null)[];

/** Reads the goals of work put in place whose periods are buckets. */
export async function readBacklogGoals(
  context: ReportContext,
  { every, buckets }: { readonly every: GoalPeriod; readonly buckets: readonly Days[] },
): Promise<EarnedGoalsOf> {
  const { directory, at, snapshot, actor } = context;
  const rows = await readEarnedGoals<RecordNamed<'goals'>>(snapshot, {
    goals,
    accountId: actor.accountId,
    period: every,
    starts: buckets.map(({ from }) => from),
  });
  const { today } = dayContext(directory, at);
  const found = new Map(rows.map((row) => [`${keyOfScope(scopeOfGoal(row))} ${row.starts_on}`, row]));
  const render = rendererOf({ resource: goals }, directory, at);
  return (scope, money) =>
    buckets.map(({ from }, index) => {
      const row = scope && found.get(`${keyOfScope(scope)} ${from}`);
      if (!row) return null;
      const gap = from <= today ? null : gapOf(row.target, money[index] ?? 0n);
      return { goal: { jsonText: render(row) }, gap };
    });
}

const gapOf = (target: number, money: bigint): JsonText => exactCents(centsOf(target) - money);
