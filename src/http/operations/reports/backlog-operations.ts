import { type BacklogQuery, backlogReport } from '../../../records/reporting/backlog.ts';
import { mostBuckets, usualBuckets } from '../../../records/reporting/backlog-buckets.ts';
import { backlogProjects, backlogWithProjects, moneyAside } from '../../../records/reporting/backlog-projects.ts';
import { groupFilters } from '../../../records/reporting/figure-group.ts';
import { groupParameterNames, parametersNamed, type ReportQuery } from '../../../records/reporting/report-query.ts';
import type { Problem } from '../../../refusal.ts';
import {
  type BacklogCurve,
  backlogCurves,
  type BacklogLayer,
  backlogLayers,
  type GoalPeriod,
  goalPeriods,
} from '../../../resources/vocabulary/choices.ts';
import { described } from '../../../schema/json-schema.ts';
import { backlogTables, jobKeys, jobTable } from '../../../transfer/exports/reports/backlog-tables.ts';
import type { QueryParameter } from '../../contract/operation.ts';
import { backlogSchemas, jobSchema } from './backlog-schemas.ts';
import { declaredOperations } from './declared-operations.ts';
import type { ReportRequest } from './report-declaration.ts';
import { groupValueParameters, pageNumberOf } from './report-parameters.ts';

const own: readonly QueryParameter[] = [
  {
    name: 'every',
    component: 'BacklogEvery',
    schema: { type: 'string', enum: goalPeriods, default: 'month' },
    description: 'The length of the buckets. Quarters and years are fiscal.',
  },
  {
    name: 'start',
    component: 'BacklogStart',
    schema: { type: 'string', format: 'date' },
    description: 'A day of the first bucket; by default the day of the report.',
  },
  {
    name: 'buckets',
    component: 'BacklogBuckets',
    schema: { type: 'integer', minimum: 1, maximum: mostBuckets },
    description: 'The number of buckets; by default 12 months, 8 quarters or 5 years.',
  },
  {
    name: 'curve',
    component: 'BacklogCurve',
    schema: { type: 'string', enum: backlogCurves, default: 's' },
    description:
      'How the money of a job is spread over its days: `s` is slow at both ends and fast in the middle, `even` the same ' +
      'each day.',
  },
];

const listOwn: readonly QueryParameter[] = [
  {
    name: 'line',
    schema: { type: 'string', enum: backlogLayers },
    description: 'The layer of the figure; by default all layers.',
  },
  {
    name: 'bucket',
    schema: {
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', enum: moneyAside },
      ],
    },
    description:
      'The first day of a bucket of the report, `before`, `after` or `unscheduled`: the projects with money there. ' +
      'Without it, all projects of the line.',
  },
  ...groupValueParameters,
];

/** The work to be earned, and the projects behind its figures. */
export const backlogOperations = () =>
  declaredOperations({
    name: 'backlog',
    title: 'Backlog',
    summary: 'Spread the work to be earned over time',
    explanation:
      'It has the won projects that are not complete, those in a committed stage, and the other open ones with their ' +
      'weighted amounts. The money of each is spread over the days from its `start_date` to its `end_date`.',
    own,
    refused: [],
    judge,
    schema: described('The work to be earned.', backlogSchemas()),
    read: backlogReport,
    tables: ['groups', 'goals', 'projects'],
    tablesOf: backlogTables,
    projects: {
      title: 'Projects of the backlog',
      summary: 'List the projects behind a figure of the work to be earned',
      explanation: 'It takes the parameters of the report. The projects with most money in the figure come first.',
      own: [...listOwn, ...own],
      judge: judgeList,
      schema: jobSchema(),
      read: backlogProjects,
      readBoth: backlogWithProjects,
      keys: jobKeys,
      table: jobTable,
    },
  });

function judge(query: ReportQuery, { parameters }: ReportRequest) {
  const every = (parameters['every'] ?? 'month') as GoalPeriod;
  return {
    query: {
      ...query,
      every,
      start: parameters['start'],
      count: Number(parameters['buckets'] ?? usualBuckets[every]),
      curve: (parameters['curve'] ?? 's') as BacklogCurve,
      ownParameters: parametersNamed(parameters, [...own.map(({ name }) => name), ...groupParameterNames]),
    },
    problems: query.group?.name === 'loss_reason_id' ? [byReason] : [],
  };
}

const byReason: Problem = {
  parameter: 'group_by',
  code: 'not_allowed',
  message: 'cannot be loss_reason_id: the report has no lost projects',
};

function judgeList(query: BacklogQuery, { parameters, directory }: ReportRequest) {
  const { filters, problems } = groupFilters(parameters, query.group, directory);
  return {
    query: {
      ...query,
      ...pageNumberOf(parameters),
      layer: parameters['line'] as BacklogLayer | undefined,
      bucket: parameters['bucket'],
      ofGroup: filters,
    },
    problems,
  };
}
