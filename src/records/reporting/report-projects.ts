import { resourceOf } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';
import type { ListPage } from '../../store/query/page.ts';
import { withLongTexts } from '../reading/rendered-rows.ts';
import { rendererOf } from '../reading/renderer.ts';
import type { Report } from './exact-json.ts';
import type { ReportContext } from './in-report.ts';
import { numberedPage, type PageNumber } from './numbered-page.ts';
import type { ReportQuery } from './report-query.ts';

/** The page of a report's list of projects. */
export interface ProjectsQuery extends Pick<ReportQuery, 'asOf'>, PageNumber {
  /** The keys of each project; all by default. */
  readonly keys?: readonly string[];
}

/** A page of a report's list of projects, with the members with which the report begins. */
export interface ProjectsPage extends ListPage<object> {
  readonly head: object;
  readonly total: number;
}

/** A report with a page of its list of projects. */
export interface ReportWithProjects {
  readonly report: Report;
  readonly list: ProjectsPage;
}

/** The rows of a page, read in the snapshot of the report. */
interface ReadProjects<Entry> {
  readonly within: ReportContext;
  readonly head: object;
  readonly total: number;
  readonly rows: readonly (Row & Entry)[];
}

/** The page as answers show it. @param beside makes the members of an entry besides `project`. */
export async function projectsPage<Entry>(
  { within, head, total, rows }: ReadProjects<Entry>,
  query: ProjectsQuery,
  beside: (row: Row & Entry) => object,
): Promise<ProjectsPage> {
  const shape = { resource: resourceOf('projects'), keys: query.keys, asOf: query.asOf };
  const render = rendererOf(shape, within.directory, within.at);
  // Rows as of an instant have no long texts, also in a report of the present.
  const read = await withLongTexts(within, { ...shape, asOf: within.rowsAt ?? query.asOf }, rows);
  return {
    head,
    ...numberedPage(query, total),
    entries: rows.map((row, index) => ({ project: { jsonText: render(read[index] ?? row) }, ...beside(row) })),
  };
}
