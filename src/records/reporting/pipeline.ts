import { isOpen, type PipelineFigures, pipelineFigures } from '../../store/reports/pipeline.ts';
import type { StoreContext } from '../request-context.ts';
import { exact, type Report } from './exact-json.ts';
import { type GoalScope, type GoalsOf, readGoalLines, scopeOf, scopeOfGroup } from './goal-lines.ts';
import { groupConditions } from './group-by.ts';
import { groupLines } from './group-lines.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { type Condition, isOpen as open, projectsUrls } from './projects-url.ts';
import { readTotalAndGroups, reportHead } from './report-lines.ts';
import { instantSent, type ReportQuery } from './report-query.ts';

const sums = () => ({ conditions: [isOpen], figures: pipelineFigures });

/**
 * The open projects against the goals of bookings, as the answer shows them.
 * @throws {Refusal} `invalid_query` if there are more than a thousand groups.
 */
export async function pipelineReport(context: StoreContext, asked: ReportQuery, serviceUrl: string): Promise<Report> {
  const { group, sent } = asked;
  const { within, total, rows, scope, goalsOf } = await inReport(context, asked, (within) =>
    readPipeline(within, asked, serviceUrl),
  );
  const urlOf = projectsUrls(serviceUrl, sent);
  const line = (row: PipelineFigures, scopeOfLine: GoalScope | null, conditions: readonly Condition[]) => ({
    ...figuresOf(row, goalsOf, scopeOfLine),
    projects_url: urlOf(row.count, [open, ...conditions]),
  });
  return {
    head: { ...reportHead(within), group_by: group?.name ?? null },
    groups: await groupLines(within, { group, rows }, (row, by) =>
      line(row, scopeOfGroup(scope, asked, row.group), groupConditions(by, row.group)),
    ),
    rest: { total: line(total, scope, []) },
  };
}

async function readPipeline(within: ReportContext, asked: ReportQuery, serviceUrl: string) {
  const { total, rows } = await readTotalAndGroups<PipelineFigures>(within, asked, sums);
  const scope = scopeOf(within, asked);
  const scopes = [scope, ...rows.map((row) => scopeOfGroup(scope, asked, row.group))];
  return {
    within,
    total,
    rows,
    scope,
    goalsOf: await readGoalLines(within, scopes, projectsUrls(serviceUrl, instantSent(asked.asOf))),
  };
}

const figuresOf = (row: PipelineFigures, goalsOf: GoalsOf, scope: GoalScope | null) => ({
  count: row.count,
  amount: exact(row.amount),
  weighted_amount: exact(row.weighted_amount),
  without_amount: row.without_amount,
  without_probability: row.without_probability,
  goals: goalsOf(scope),
});
