import { queryRefusal } from '../../refusal.ts';
import { type BacklogLayer, backlogLayers } from '../../resources/vocabulary/choices.ts';
import {
  type BacklogList,
  countBacklogJobs,
  type MoneyPart,
  placeOfLayer,
  readBacklogJobs,
} from '../../store/reports/backlog.ts';
import type { AskedFilter } from '../reading/list-filters.ts';
import type { StoreContext } from '../request-context.ts';
import { backlogHead, type BacklogQuery, planOf, readLayers, shownLayers } from './backlog.ts';
import { bucketsOf } from './backlog-buckets.ts';
import { exactCents, type JsonText } from './exact-json.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { spanOf } from './numbered-page.ts';
import type { Days } from './periods-of.ts';
import { allProjects, selectedProjects } from './report-lines.ts';
import { type ProjectsPage, projectsPage, type ProjectsQuery, type ReportWithProjects } from './report-projects.ts';

/** The projects behind a figure of the backlog. */
export interface BacklogProjectsQuery extends BacklogQuery, Omit<ProjectsQuery, 'asOf'> {
  /** Undefined for all layers. */
  readonly layer?: BacklogLayer | undefined;
  /** The first day of a bucket, or one of `moneyAside`; undefined for all of the money. */
  readonly bucket?: string | undefined;
  /** The filters of the group. */
  readonly ofGroup?: readonly AskedFilter[];
}

/** The money of a job that is in no bucket. */
export const moneyAside = ['before', 'after', 'unscheduled'] as const;

/**
 * The projects behind a figure, each with its money by bucket, the largest part in this figure first, then by id.
 * @throws {Refusal} `invalid_query` for a bucket that the report does not have.
 */
export const backlogProjects = async (context: StoreContext, query: BacklogProjectsQuery): Promise<ProjectsPage> =>
  await shownJobs(await inReport(context, query, (within) => readJobs(within, query)), query);

/** The report with the projects behind one of its figures. */
export async function backlogWithProjects(
  context: StoreContext,
  query: BacklogProjectsQuery,
  serviceUrl: string,
): Promise<ReportWithProjects> {
  const { layers, jobs } = await inReport(context, query, async (within) => ({
    layers: await readLayers(within, query),
    jobs: await readJobs(within, query),
  }));
  return { report: await shownLayers(layers, query, serviceUrl), list: await shownJobs(jobs, query) };
}

async function readJobs(within: ReportContext, query: BacklogProjectsQuery) {
  const { filters, layer, bucket, ofGroup = [], keys } = query;
  const buckets = bucketsOf(within, query);
  const list: BacklogList = {
    select: (slice) => selectedProjects(within, [...filters, ...ofGroup], slice),
    projects: () => allProjects(within),
    plan: planOf(within, query, buckets),
    layer: layer === undefined ? null : placeOfLayer(layer),
    part: partOf(bucket, buckets),
  };
  return {
    within,
    head: backlogHead(within, query, buckets),
    total: await countBacklogJobs(within, list),
    rows: await readBacklogJobs(within, list, { ...spanOf(query), keys }),
  };
}

const shownJobs = (read: Awaited<ReturnType<typeof readJobs>>, query: BacklogProjectsQuery) =>
  projectsPage(read, query, (row) => ({
    layer: backlogLayers[row.layer - 1],
    amount: shown(row.job_amount),
    before: shown(row.before),
    buckets: row.buckets.map(shown),
    after: shown(row.after),
    unscheduled: shown(row.unscheduled),
  }));

const shown = (cents: string): JsonText => exactCents(BigInt(cents));

function partOf(bucket: string | undefined, buckets: readonly Days[]): MoneyPart {
  if (bucket === undefined) return 'amount';
  const aside = moneyAside.find((name) => name === bucket);
  if (aside) return aside;
  const place = buckets.findIndex(({ from }) => from === bucket);
  if (place >= 0) return place;
  const allowed = [...buckets.map(({ from }) => from), ...moneyAside];
  const message = 'must be the first day of a bucket of the report, or before, after or unscheduled';
  throw queryRefusal([{ parameter: 'bucket', code: 'not_allowed', message, allowed }]);
}
