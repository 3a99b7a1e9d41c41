import type { ChangeLine, ChangeReason } from '../../resources/vocabulary/choices.ts';
import { changeParts } from '../../store/reports/change-entries.ts';
import { type ChangeList, countChangeEntries, readChangeEntries } from '../../store/reports/pipeline-change.ts';
import type { StoreContext } from '../request-context.ts';
import { inReport, type ReportContext } from './in-report.ts';
import { spanOf } from './numbered-page.ts';
import { changeHead, type ChangeQuery, entryAmounts, entriesOf, readChange, shownChange } from './pipeline-change.ts';
import { type ProjectsPage, projectsPage, type ProjectsQuery, type ReportWithProjects } from './report-projects.ts';

/** The projects behind a figure of the changes. */
export interface ChangeProjectsQuery extends ChangeQuery, Omit<ProjectsQuery, 'asOf'> {
  /** Undefined for the lines that name projects. */
  readonly line?: ChangeLine | undefined;
  /** Undefined for all. */
  readonly reason?: ChangeReason | undefined;
  /** The value of the group as statements return it, or null for the projects without one; undefined for all. */
  readonly groupValue?: string | null | undefined;
}

/** The projects behind a figure as they were at the second instant, deleted ones too, the largest change first. */
export const changeProjects = async (context: StoreContext, query: ChangeProjectsQuery): Promise<ProjectsPage> =>
  await shownProjects(await inReport(context, query, (within) => readProjects(within, query)), query);

/** The report with the projects behind one of its figures. */
export async function changeWithProjects(
  context: StoreContext,
  query: ChangeProjectsQuery,
  serviceUrl: string,
): Promise<ReportWithProjects> {
  const { change, projects } = await inReport(context, query, async (within) => ({
    change: await readChange(within, query),
    projects: await readProjects(within, query),
  }));
  return { report: await shownChange(change, query, serviceUrl), list: await shownProjects(projects, query) };
}

async function readProjects(within: ReportContext, query: ChangeProjectsQuery) {
  const { line, reason, groupValue: group, keys } = query;
  const list: ChangeList = { ...entriesOf(within, query), keys, line, reason, group };
  return {
    within,
    head: changeHead(within, query),
    total: await countChangeEntries(within, list),
    rows: await readChangeEntries(within, list, spanOf(query)),
  };
}

const shownProjects = (read: Awaited<ReturnType<typeof readProjects>>, query: ChangeProjectsQuery) =>
  projectsPage(read, query, (row) => ({ line: changeParts[row.part]?.line, ...entryAmounts(row) }));
