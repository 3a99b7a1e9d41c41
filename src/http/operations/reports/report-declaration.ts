import type { QueryValues } from '../../../records/reading/list-filters.ts';
import type { Report } from '../../../records/reporting/exact-json.ts';
import type { PageNumber } from '../../../records/reporting/numbered-page.ts';
import type { ProjectsPage, ReportWithProjects } from '../../../records/reporting/report-projects.ts';
import type { ReportQuery } from '../../../records/reporting/report-query.ts';
import type { StoreContext } from '../../../records/request-context.ts';
import type { Problem } from '../../../refusal.ts';
import type { JsonSchema } from '../../../schema/json-schema.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import type { ExportedRecord } from '../../../transfer/exports/columns.ts';
import type { Part, ReportTable, ReportValue } from '../../../transfer/exports/reports/report-table.ts';
import type { QueryParameter } from '../../contract/operation.ts';

/** The query of a request for a report, with its problems. */
export interface JudgedReport<Query> {
  readonly query: Query;
  readonly problems: readonly Problem[];
}

/** The parameters of a request for a report. */
export interface ReportRequest {
  readonly parameters: QueryValues;
  readonly directory: Directory;
  readonly now: Date;
}

/** The texts of a report, or of its list of projects. */
export interface ReportTexts {
  /** Its name for people, in its files. */
  readonly title: string;
  readonly summary: string;
  readonly explanation: string;
}

/** A report, of which `declaredOperations` makes the operations. */
export interface ReportDeclaration<Query extends ReportQuery, ListQuery extends Query = Query> extends ReportTexts {
  /** Its name in paths and answers: `win_loss`. */
  readonly name: string;
  /** Its parameters besides the instant, the groups and the filters. */
  readonly own: readonly QueryParameter[];
  /** The parameters of other reports that it refuses. */
  readonly refused: readonly string[];
  /** Its answer has pages. */
  readonly hasPages?: true;
  /** Reads its own parameters. */
  readonly judge: (query: ReportQuery, request: ReportRequest) => JudgedReport<Query>;
  readonly schema: JsonSchema;
  readonly read: (context: StoreContext, query: Query, serviceUrl: string) => Promise<Report>;
  /** The names of its tables, of which CSV has the first one without `table`. */
  readonly tables: readonly [string, ...string[]];
  /** Its tables, without that of `projects`. */
  readonly tablesOf: (value: ReportValue) => readonly ReportTable[];
  readonly projects?: ProjectsDeclaration<Query, ListQuery>;
}

/** All projects of a list, for a file: one page of them, with the keys of its columns. */
export interface WholeList extends PageNumber {
  readonly keys: readonly string[];
}

/** The list of the projects behind the figures of a report. */
export interface ProjectsDeclaration<Query extends ReportQuery, ListQuery extends Query> extends ReportTexts {
  /** Its parameters besides the instant, the groups and the filters. */
  readonly own: readonly QueryParameter[];
  /** Reads the parameters that the report does not have. */
  readonly judge: (query: Query, request: ReportRequest) => JudgedReport<ListQuery>;
  /** The schema of an entry. */
  readonly schema: JsonSchema;
  readonly read: (context: StoreContext, query: ListQuery) => Promise<ProjectsPage>;
  /** Reads the report and its whole list in one snapshot. */
  readonly readBoth: (
    context: StoreContext,
    query: Query & WholeList,
    serviceUrl: string,
  ) => Promise<ReportWithProjects>;
  /** The keys of a project that the table shows. */
  readonly keys: readonly string[];
  readonly table: (entries: readonly Part[], head: ExportedRecord) => ReportTable;
}
