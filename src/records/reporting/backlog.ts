import { type BacklogCurve, type BacklogLayer, backlogLayers } from '../../resources/vocabulary/choices.ts';
import { type BacklogPlan, type BacklogRow, readBacklog } from '../../store/reports/backlog.ts';
import { addedUp } from '../../store/reports/added-lines.ts';
import type { GroupRow } from '../reading/groups.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { inTurns } from '../turns.ts';
import { groupCondition } from './figure-group.ts';
import { type AskedBuckets, bucketsOf, boundsOf } from './backlog-buckets.ts';
import { type EarnedGoalsOf, readBacklogGoals } from './backlog-goals.ts';
import { addJobs, type JobSums, jobSumsOf, noJobs, shownMoney } from './backlog-sums.ts';
import { committedStages } from './committed-stages.ts';
import type { Report } from './exact-json.ts';
import { type GoalScope, scopeOf, scopeOfGroup } from './goal-lines.ts';
import { groupSql } from './group-by.ts';
import { groupLines } from './group-lines.ts';
import { inReport, type ReportContext } from './in-report.ts';
import type { Days } from './periods-of.ts';
import { type Condition, ownUrls, type ProjectsUrl } from './projects-url.ts';
import { embeddedOf, mostGroups, refuseManyGroups, reportHead, selectedProjects } from './report-lines.ts';
import type { ReportQueryWithList } from './report-query.ts';

/** The work to spread over buckets of time. */
export interface BacklogQuery extends ReportQueryWithList, AskedBuckets {
  readonly curve: BacklogCurve;
}

/**
 * The work to be earned by layer and bucket of time, against the goals of work put in place, as the answer shows it.
 * @throws {Refusal} `invalid_query` for too many groups, or for buckets beyond the year 9999.
 */
export const backlogReport = async (context: StoreContext, query: BacklogQuery, serviceUrl: string): Promise<Report> =>
  await shownLayers(await inReport(context, query, (within) => readLayers(within, query)), query, serviceUrl);

/** The report as the answer shows it. */
export async function shownLayers(
  { within, buckets, rows, goalsOf }: ReadLayers,
  query: BacklogQuery,
  serviceUrl: string,
): Promise<Report> {
  const { group, sent, ownParameters } = query;
  const scope = scopeOf(within, query);
  const urlOf = ownUrls(serviceUrl, '/reports/backlog/projects', [...sent, ...ownParameters]);
  const { total, groups } = await layersOf(rows, buckets.length);
  const line = (layers: LayerSums, scopeOfLine: GoalScope | null, of: readonly Condition[]) =>
    lineOf(layers, { buckets, urlOf, of, goals: { goalsOf, scope: scopeOfLine } });
  return {
    head: backlogHead(within, query, buckets),
    groups: await groupLines(within, { group, rows: groups }, (row, by) =>
      line(row.layers, scopeOfGroup(scope, query, row.group), [groupCondition(by, row.group)]),
    ),
    rest: { total: line(total, scope, []) },
  };
}

/** The members with which the report begins. */
export function backlogHead(within: ReportContext, { curve, every, group }: BacklogQuery, buckets: readonly Days[]) {
  const head = reportHead(within);
  return {
    ...head,
    curve,
    every,
    buckets: buckets.map(({ from, to }) => ({ from, to, is_partial: from <= head.day })),
    group_by: group?.name ?? null,
  };
}

interface ReadLayers {
  readonly within: ReportContext;
  readonly buckets: readonly Days[];
  readonly rows: readonly BacklogRow[];
  readonly goalsOf: EarnedGoalsOf;
}

/** Reads the report in its snapshot. */
export async function readLayers(within: ReportContext, query: BacklogQuery): Promise<ReadLayers> {
  const { group, filters, every } = query;
  const buckets = bucketsOf(within, query);
  const rows = await addedUp(within, (slice) => {
    const selected = selectedProjects(within, filters, slice);
    return readBacklog(within.snapshot, {
      selected,
      plan: planOf(within, query, buckets),
      group: group && groupSql(group, selected.binding),
      of: embeddedOf(group),
      limit: (mostGroups + 1) * backlogLayers.length,
    });
  });
  refuseManyGroups(rows);
  return { within, buckets, rows, goalsOf: await readBacklogGoals(within, { every, buckets }) };
}

/** The days and the curve by which a report spreads the money of jobs. */
export const planOf = (
  context: RequestContext,
  { curve }: Pick<BacklogQuery, 'curve'>,
  buckets: readonly Days[],
): BacklogPlan => ({ curve, bounds: boundsOf(buckets), committedStageIds: committedStages(context) });

/** The sums of the layers, in their order. */
type LayerSums = readonly JobSums[];

type GroupLayers = GroupRow & { readonly layers: LayerSums };

/** The rows of the statement by group, and the sums of all of them. */
async function layersOf(rows: readonly BacklogRow[], buckets: number) {
  const empty = (): LayerSums => backlogLayers.map(() => noJobs(buckets));
  let total = empty();
  const groups = new Map<string | null, GroupLayers>();
  await inTurns(rows, (row) => {
    const sums = jobSumsOf(row);
    const place = row.period - 1;
    const { layers } = groups.get(row.group) ?? { layers: empty() };
    groups.set(row.group, { ...row, layers: layers.with(place, sums) });
    total = total.map((layer, index) => (index === place ? addJobs(layer, sums) : layer));
  });
  return { total, groups: [...groups.values()] };
}

interface LinePlace {
  readonly buckets: readonly Days[];
  readonly urlOf: ProjectsUrl;
  /** The parameter that names the group. */
  readonly of: readonly Condition[];
  readonly goals: { readonly goalsOf: EarnedGoalsOf; readonly scope: GoalScope | null };
}

function lineOf(layers: LayerSums, { buckets, urlOf, of, goals }: LinePlace): object {
  const sum = layers.reduce(addJobs);
  const figures = (sums: JobSums, line: readonly Condition[]) => ({
    ...shownMoney(sums),
    projects_url: urlOf(sums.count, [...line, ...of]),
    bucket_urls: buckets.map(({ from }, index) =>
      urlOf(Number(sums.buckets[index] !== 0n), [...line, ['bucket', from], ...of]),
    ),
  });
  return {
    layers: layers.map((sums, index) => {
      const layer: BacklogLayer = backlogLayers[index] ?? 'pursuit';
      return { layer, ...figures(sums, [['line', layer]]) };
    }),
    sum: figures(sum, []),
    goals: goals.goalsOf(goals.scope, sum.buckets),
  };
}
