import { jsonOf, type Report, reportBytes } from '../../../records/reporting/exact-json.ts';
import { type ReportQuery, reportQueryOf } from '../../../records/reporting/report-query.ts';
import { schemaName, wrapped } from '../../../schema/record-schemas.ts';
import type { Answer } from '../../contract/answer.ts';
import type { Operation, OperationRequest, QueryParameter } from '../../contract/operation.ts';
import { prefersCount } from '../../contract/preference.ts';
import { pageParameters } from '../list-parameters.ts';
import { pageHeaders, valuesAnswer } from '../listing.ts';
import type { ProjectsDeclaration, ReportDeclaration } from './report-declaration.ts';
import {
  type FileContents,
  type FiledReport,
  type JudgeReport,
  mostInFile,
  refuseTooMany,
  reportFileOperation,
  valueOf,
  valueOfReport,
} from './report-file.ts';
import { groupParameters, refusedParameters, reportFilters } from './report-parameters.ts';

/** The operations of a report and of its list of projects: as JSON and as files. */
export function declaredOperations<Query extends ReportQuery, ListQuery extends Query>(
  report: ReportDeclaration<Query, ListQuery>,
): Operation[] {
  const { name, own, refused, hasPages, projects } = report;
  const judge = judgeOf(report, hasPages ? [...own, ...pageParameters] : own);
  const shared = { ...report, id: `report${schemaName(name)}`, path: `/reports/${name}`, hasPages: hasPages ?? false };
  return [
    ...jsonAndFile<Query>({
      ...shared,
      query: queryOf(own, refused),
      judge,
      response: wrapped(name, report.schema),
      answer: (request, query) => answerReport(report, request, query),
      read: (request, query, table) => reportContents(report, { request, query, table }),
    }),
    ...(projects ? listOperations(report, projects, shared) : []),
  ];
}

function listOperations<Query extends ReportQuery, ListQuery extends Query>(
  report: ReportDeclaration<Query, ListQuery>,
  projects: ProjectsDeclaration<Query, ListQuery>,
  { id, path }: { readonly id: string; readonly path: string },
): Operation[] {
  const { own } = projects;
  const judgeReport = judgeOf(report, [...own, ...pageParameters]);
  const entries = { type: 'array', items: projects.schema, description: 'The projects of this page.' } as const;
  return jsonAndFile<ListQuery>({
    ...projects,
    id: `${id}Projects`,
    path: `${path}/projects`,
    hasPages: true,
    query: queryOf(own, report.refused),
    judge: (parameters, directory, now) => {
      const { query, problems } = judgeReport(parameters, directory, now);
      const list = projects.judge(query, { parameters, directory, now });
      return { query: list.query, problems: [...problems, ...list.problems] };
    },
    response: wrapped('projects', entries),
    answer: async (request, query) => {
      const page = await projects.read(request.context, query);
      return valuesAnswer('projects', countedPage(page, request), request, jsonOf);
    },
    tables: ['projects'],
    read: async ({ context }, query) => {
      const { head, entries: all, total } = await projects.read(context, { ...query, ...wholeListOf(projects) });
      refuseTooMany(total);
      const shown = valueOf(head);
      return { head: shown, tables: [projects.table(all.map(valueOf), shown)] };
    },
  });
}

const queryOf = (own: readonly QueryParameter[], refused: readonly string[]): readonly QueryParameter[] => [
  ...own,
  ...(refused.includes('group_by') ? [] : groupParameters),
  ...refusedParameters(refused),
  ...reportFilters({ takesInstant: !refused.includes('as_of') }),
];

const judgeOf =
  <Query extends ReportQuery>(
    { judge, refused }: Pick<ReportDeclaration<Query>, 'judge' | 'refused'>,
    own: readonly QueryParameter[],
  ): JudgeReport<Query> =>
  (parameters, directory, now) => {
    const names = { own: own.map(({ name }) => name), refused };
    const common = reportQueryOf(parameters, directory, names, now);
    const { query, problems } = judge(common.query, { parameters, directory, now });
    return { query, problems: [...problems, ...common.problems] };
  };

interface JsonAndFile<Query extends ReportQuery> extends FiledReport<Query> {
  readonly summary: string;
  readonly explanation: string;
  readonly hasPages: boolean;
  readonly response: NonNullable<Operation['response']>;
  readonly answer: (request: OperationRequest, query: Query) => Promise<Answer>;
}

function jsonAndFile<Query extends ReportQuery>(report: JsonAndFile<Query>): Operation[] {
  const { id, path, summary, explanation, hasPages, response } = report;
  const json: Operation = {
    id,
    method: 'GET',
    path,
    summary,
    explanation,
    tag: 'reports',
    scope: 'read',
    query: [...(hasPages ? pageParameters : []), ...report.query],
    judgeQuery: (parameters, directory, now) => {
      const { query, problems } = report.judge(parameters, directory, now);
      return { problems, handle: (request) => report.answer(request, query) };
    },
    status: 200,
    response,
  };
  return [json, reportFileOperation(report)];
}

async function answerReport<Query extends ReportQuery>(
  { name, read }: Pick<ReportDeclaration<Query>, 'name' | 'read'>,
  request: OperationRequest,
  query: Query,
): Promise<Answer> {
  const report = await read(request.context, query, request.serviceUrl);
  const { page } = report;
  return {
    status: 200,
    bytes: reportBytes(name, report),
    ...(page && { headers: pageHeaders(countedPage(page, request), request) }),
  };
}

/** A page without its total, unless the client requests it. */
const countedPage = <Page extends { readonly total: number }>(
  { total, ...page }: Page,
  { prefer }: OperationRequest,
) => (prefersCount(prefer) ? { ...page, total } : page);

const wholePage = { page: 1, perPage: mostInFile };

const wholeListOf = ({ keys }: { readonly keys: readonly string[] }) => ({ ...wholePage, keys });

interface FileToRead<Query> {
  readonly request: OperationRequest;
  readonly query: Query;
  readonly table: string | undefined;
}

async function reportContents<Query extends ReportQuery, ListQuery extends Query>(
  { projects, read, tablesOf }: ReportDeclaration<Query, ListQuery>,
  { request: { context, serviceUrl }, query, table }: FileToRead<Query>,
): Promise<FileContents> {
  if (!projects || (table !== undefined && table !== 'projects')) {
    const report: Report = await read(context, { ...query, ...wholePage }, serviceUrl);
    refuseTooMany(report.page?.total ?? 0);
    const value = valueOfReport(report);
    return { head: value.report, tables: tablesOf(value) };
  }
  const { report, list } = await projects.readBoth(context, { ...query, ...wholeListOf(projects) }, serviceUrl);
  refuseTooMany(list.total);
  const value = valueOfReport(report);
  return {
    head: value.report,
    tables: [...tablesOf(value), projects.table(list.entries.map(valueOf), value.report)],
  };
}
