import { groupFilters, groupValueOf } from '../../../records/reporting/figure-group.ts';
import { changeReport, type ChangeQuery } from '../../../records/reporting/pipeline-change.ts';
import { changeProjects, changeWithProjects } from '../../../records/reporting/change-projects.ts';
import { groupParameterNames, parametersNamed, type ReportQuery } from '../../../records/reporting/report-query.ts';
import { instantAsked } from '../../../records/reading/as-of.ts';
import type { Problem } from '../../../refusal.ts';
import {
  type ChangeLine,
  changeLines,
  type ChangeReason,
  changeReasons,
} from '../../../resources/vocabulary/choices.ts';
import { described } from '../../../schema/json-schema.ts';
import { changeTable, changeTables, entryKeys } from '../../../transfer/exports/reports/change-tables.ts';
import type { QueryParameter } from '../../contract/operation.ts';
import { instantOrDay } from '../list-parameters.ts';
import { changeSchemas, entrySchema } from './change-schemas.ts';
import { declaredOperations } from './declared-operations.ts';
import type { ReportRequest } from './report-declaration.ts';
import { groupValueParameters, pageNumberOf } from './report-parameters.ts';

const instantText = (description: string) => ({ schema: instantOrDay, description, judged: true }) as const;

const between: readonly QueryParameter[] = [
  {
    name: 'from',
    required: true,
    ...instantText(
      'The first instant: an instant (`2026-03-30T14:00:00Z`), a day (`2026-03-29`, `today-7`), which means its end in ' +
        "the account's time zone, or now (`today`).",
    ),
  },
  { name: 'to', ...instantText('The second instant, in the same forms, after the first; by default now.') },
];

const topParameter: QueryParameter = {
  name: 'top',
  schema: { type: 'integer', minimum: 0, maximum: 50, default: 10 },
  description: 'The number of projects that each line of `total` names.',
};

const listOwn: readonly QueryParameter[] = [
  {
    name: 'line',
    required: true,
    schema: { type: 'string', enum: changeLines },
    description: 'The line of the figure. `moved` has each project in its old and its new group.',
  },
  {
    name: 'reason',
    schema: { type: 'string', enum: changeReasons },
    description: 'The reason of the figure; by default all of the line.',
  },
  ...groupValueParameters,
];

/** Why the open projects of one instant are not those of another, and the projects behind the figures. */
export const changeOperations = () =>
  declaredOperations({
    name: 'pipeline_change',
    title: 'The change of the pipeline',
    summary: 'Explain how the pipeline changed between two instants',
    explanation:
      'In amount, weighted amount and count, except the count of `repriced`: opening + added + repriced + moved − won − ' +
      'lost − dropped = closing.',
    own: [...between, topParameter],
    refused: ['as_of', 'every'],
    judge,
    schema: described('The changes of the pipeline.', changeSchemas()),
    read: changeReport,
    tables: ['groups', 'projects'],
    tablesOf: changeTables,
    projects: {
      title: 'Projects of the change of the pipeline',
      summary: 'List the projects behind a figure of the changes of the pipeline',
      explanation:
        'It takes the parameters of the report. The largest changes come first. The projects are as they stand at `to`, ' +
        'deleted ones too.',
      own: [...listOwn, ...between],
      judge: judgeList,
      schema: entrySchema(),
      read: changeProjects,
      readBoth: changeWithProjects,
      keys: entryKeys,
      table: changeTable,
    },
  });

function judge(query: ReportQuery, request: ReportRequest) {
  const { parameters } = request;
  const { problems, ...instants } = instantsOf(request);
  return {
    query: {
      ...query,
      ...instants,
      top: Number(parameters['top'] ?? 10),
      ownParameters: parametersNamed(parameters, groupParameterNames),
    },
    problems: [...problems, ...groupProblems(query)],
  };
}

function judgeList(query: ChangeQuery, { parameters, directory }: ReportRequest) {
  return {
    query: {
      ...query,
      ...pageNumberOf(parameters),
      line: parameters['line'] as ChangeLine,
      reason: parameters['reason'] as ChangeReason | undefined,
      groupValue: groupValueOf(parameters, query.group),
    },
    problems: groupFilters(parameters, query.group, directory).problems,
  };
}

function instantsOf({ parameters, directory, now }: ReportRequest) {
  const from = instantAsked('from', parameters['from'], directory, now);
  const to = instantAsked('to', parameters['to'], directory, now);
  const [first = now, second = now] = [from.asOf, to.asOf];
  const problems = [...from.problems, ...to.problems];
  const isReversed = from.asOf !== undefined && problems.length === 0 && first.getTime() >= second.getTime();
  return { from: first, asOf: second, problems: isReversed ? [reversed] : problems };
}

/** Closing a project changes these fields. */
const groupProblems = ({ group }: ReportQuery): Problem[] =>
  group?.name === 'project_stage_id' || group?.name === 'loss_reason_id' ? [byClosing(group.name)] : [];

const reversed: Problem = { parameter: 'from', code: 'out_of_range', message: 'must be before to' };

const byClosing = (name: string): Problem => ({
  parameter: 'group_by',
  code: 'not_allowed',
  message: `cannot be ${name}, because closing a project changes it`,
});
