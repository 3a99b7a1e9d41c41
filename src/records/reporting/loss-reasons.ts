import { decimal } from '../../store/reports/grouped-lines.ts';
import { awardedBetween } from '../../store/reports/win-loss.ts';
import type { GroupRow } from '../reading/groups.ts';
import type { RequestContext } from '../request-context.ts';
import { exact } from './exact-json.ts';
import { type GroupBy, groupByField, groupConditions, inGroupOrder, shownGroup } from './group-by.ts';
import type { ReportContext } from './in-report.ts';
import type { Days } from './periods-of.ts';
import { awarded, type Condition, type ProjectsUrl } from './projects-url.ts';
import { readGroups } from './report-lines.ts';
import type { ReportQuery } from './report-query.ts';

/** The sums of some closed projects. The amount is an exact decimal, as text. */
export interface CountedRow {
  readonly count: number;
  readonly amount: string;
}

/** The SQL of these sums. */
export const countedFigures = ['count(*)::integer as count', `${decimal('sum(t.amount)')} as amount`];

/** The lost projects by reason, the most frequent first, those without a reason last. */
export async function readLossReasons(
  context: ReportContext,
  { filters }: ReportQuery,
  { from, to }: Days,
): Promise<(CountedRow & GroupRow)[]> {
  const rows = await readGroups<CountedRow>(context, { filters, group: byReason() }, (binding) => ({
    conditions: [awardedBetween(binding, [from, to]), "t.close_type = 'lost'"],
    figures: countedFigures,
  }));
  return inGroupOrder(rows, byReason(), context.directory).toSorted(
    (one, other) => Number(one.group === null) - Number(other.group === null) || other.count - one.count,
  );
}

const byReason = (): GroupBy => groupByField('loss_reason_id');

/** A reason of losses as the answer shows it. */
export function lossReason(
  { directory }: RequestContext,
  row: CountedRow & GroupRow,
  { days, urlOf }: { readonly days: Days; readonly urlOf: ProjectsUrl },
): object {
  const group = byReason();
  const conditions: readonly Condition[] = [['close_type[eq]', 'lost'], ...awarded(days)];
  return {
    loss_reason: shownGroup(row, group, directory),
    loss_group: directory.entries('loss_reasons').get(row.group ?? '')?.group ?? null,
    count: row.count,
    amount: exact(row.amount),
    projects_url: urlOf(row.count, [...conditions, ...groupConditions(group, row.group)]),
  };
}
