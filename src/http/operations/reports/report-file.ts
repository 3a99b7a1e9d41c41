import { exactValue, jsonOf, type Report } from '../../../records/reporting/exact-json.ts';
import { dayContext } from '../../../records/reading/renderer.ts';
import type { ReportQuery } from '../../../records/reporting/report-query.ts';
import { queryRefusal, Refusal } from '../../../refusal.ts';
import { schemaName } from '../../../schema/record-schemas.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import { csvOf } from '../../../transfer/exports/csv.ts';
import type { ExportedRecord } from '../../../transfer/exports/columns.ts';
import { aboutTable } from '../../../transfer/exports/reports/about-table.ts';
import { type ReportTable, type ReportValue, tablePages } from '../../../transfer/exports/reports/report-table.ts';
import { xlsxOf } from '../../../transfer/exports/xlsx.ts';
import type { Answer } from '../../contract/answer.ts';
import type { Operation, OperationRequest, QueryParameter } from '../../contract/operation.ts';
import { fileFormats, fileHeaders } from '../exports/file-formats.ts';
import type { JudgedReport } from './report-declaration.ts';

/** Reads the query of a request for a report. */
export type JudgeReport<Query> = (
  parameters: OperationRequest['query'],
  directory: Directory,
  now: Date,
) => JudgedReport<Query>;

/** A report as files. */
export interface FiledReport<Query extends ReportQuery> {
  /** `reportPipeline` */
  readonly id: string;
  readonly path: string;
  /** Its name for people. */
  readonly title: string;
  readonly query: readonly QueryParameter[];
  readonly judge: JudgeReport<Query>;
  /** The names of its tables, of which CSV has the first one without `table`. */
  readonly tables: readonly [string, ...string[]];
  /** @param table the only table to write; undefined for all. */
  readonly read: (request: OperationRequest, query: Query, table: string | undefined) => Promise<FileContents>;
}

/** The members of a report that its last worksheet shows, and its tables. */
export interface FileContents {
  readonly head: ExportedRecord;
  readonly tables: readonly ReportTable[];
}

const { csv, xlsx } = fileFormats;

/** A report as CSV or as an Excel workbook. */
export function reportFileOperation<Query extends ReportQuery>(report: FiledReport<Query>): Operation {
  const { id, path, title, tables, query } = report;
  const hasTables = tables.length > 1;
  return {
    id: `export${schemaName(id)}`,
    method: 'GET',
    path: `${path}.{format}`,
    pathChoice: { name: 'format', values: ['csv', 'xlsx'], description: '`csv` or `xlsx` (an Excel workbook).' },
    summary: `Export ${title.toLowerCase()} as a file`,
    explanation: hasTables
      ? `The tables are ${tables.map((name) => `\`${name}\``).join(', ')}. CSV has one of them. A workbook has each as a ` +
        'worksheet, and a last worksheet `About`.'
      : 'A workbook has a last worksheet `About`.',
    tag: 'reports',
    scope: 'read',
    query: [...(hasTables ? [tableParameter(tables)] : []), ...query],
    judgeQuery: ({ table, ...parameters }, directory, now) => {
      const judged = report.judge(parameters, directory, now);
      return { problems: judged.problems, handle: (request) => answerFile(request, report, { ...judged, table }) };
    },
    status: 200,
    files: { csv, xlsx },
  };
}

const tableParameter = (tables: readonly [string, ...string[]]): QueryParameter => ({
  name: 'table',
  schema: { type: 'string', enum: tables, default: tables[0] },
  description: 'The table that a CSV has. A workbook has all of them.',
});

interface FileToWrite<Query> {
  readonly query: Query;
  readonly table: string | undefined;
}

async function answerFile<Query extends ReportQuery>(
  request: OperationRequest,
  report: FiledReport<Query>,
  { query, table }: FileToWrite<Query>,
): Promise<Answer> {
  const {
    context: { directory, at },
    path: { format },
  } = request;
  const isWorkbook = format === 'xlsx';
  if (isWorkbook && table !== undefined) throw noTable();
  const { head, tables } = await report.read(request, query, isWorkbook ? undefined : (table ?? report.tables[0]));
  const about = aboutTable({
    ...{ title: report.title, head, directory, filters: query.filters },
    parameters: ownParameters(request, query),
  });
  const { today } = dayContext(directory, query.asOf ?? at);
  const name = `${report.path.replace('/reports/', '').replaceAll('/', '-')}-${today}`;
  return {
    status: 200,
    headers: fileHeaders(name, isWorkbook ? 'xlsx' : 'csv'),
    stream: () => (isWorkbook ? workbookOf([...tables, about], at) : csvOfTable(tables, table)),
  };
}

const workbookOf = (tables: readonly ReportTable[], at: Date) =>
  xlsxOf(
    tables.map((one) => ({ name: one.name, columns: one.columns, pages: tablePages(one) })),
    at,
  );

function csvOfTable(tables: readonly ReportTable[], name: string | undefined) {
  const table = tables.find((one) => name === undefined || one.name === name);
  if (!table) throw new Error(`the report has no table ${name}`);
  return csvOf(tablePages(table), table.columns);
}

const ownParameters = ({ query }: OperationRequest, { sent }: ReportQuery): readonly (readonly [string, string])[] => {
  const filters = new Set(sent.map(([name]) => name));
  return Object.entries(query).filter(([name]) => !filters.has(name));
};

function noTable() {
  const message = 'is for .csv: a workbook has all tables';
  return queryRefusal([{ parameter: 'table', code: 'not_allowed', message }]);
}

/** A report as values for its tables. */
export const valueOfReport = ({ head, rest, groups = [] }: Report): ReportValue => ({
  report: valueOf({ ...head, ...rest }),
  groups: valuesOf(groups),
});

/** The value of a part of a report. */
export const valueOf = (part: object): ExportedRecord => exactValue(jsonOf(part)) as ExportedRecord;

/** The groups can be read several times, once for each table. */
const valuesOf = (groups: readonly Buffer[]): Iterable<ExportedRecord> => ({
  *[Symbol.iterator]() {
    for (const group of groups) yield exactValue(group.toString()) as ExportedRecord;
  },
});

/** The limit of rows in a file of a report. */
export const mostInFile = 50_000;

/** @throws {Refusal} `invalid_query` if a file would have too many rows. */
export function refuseTooMany(total: number): void {
  if (total <= mostInFile) return;
  const [found, most] = [total, mostInFile].map((number) => number.toLocaleString('en'));
  throw new Refusal('invalid_query', `The file has ${found} rows, and may have ${most}. Filter for fewer projects.`);
}
