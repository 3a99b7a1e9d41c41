import { attentionReport, usualDays } from '../../../records/reporting/attention.ts';
import { groupParameterNames, parametersNamed, type ReportQuery } from '../../../records/reporting/report-query.ts';
import { attentionRules } from '../../../resources/vocabulary/choices.ts';
import { commaSeparated } from '../../../schema/filter-schemas.ts';
import { closed, described, type JsonSchema } from '../../../schema/json-schema.ts';
import { schemaReference } from '../../../schema/record-schemas.ts';
import { attentionTables } from '../../../transfer/exports/reports/attention-tables.ts';
import type { QueryParameter } from '../../contract/operation.ts';
import { namedProblems, namedValues } from '../named-values.ts';
import { declaredOperations } from './declared-operations.ts';
import type { ReportRequest } from './report-declaration.ts';
import { pageNumberOf } from './report-parameters.ts';
import { counted, headSchemas, itemSchemas, money } from './report-schemas.ts';

const days: JsonSchema = { type: 'integer', minimum: 0, maximum: 9999 };

const own: readonly QueryParameter[] = [
  {
    name: 'rule',
    schema: commaSeparated(schemaReference('AttentionRule')),
    description: 'The rules to apply, separated by commas; all by default.',
    judged: true,
  },
  {
    name: 'soon_days',
    schema: { ...days, default: usualDays.soon },
    description: 'The days from the day of the report in which a bid is due soon.',
  },
  {
    name: 'result_days',
    schema: { ...days, default: usualDays.result },
    description: 'The days after a submitted bid in which its result may come.',
  },
];

/** The projects that meet one of seven rules. */
export const attentionOperations = () =>
  declaredOperations({
    name: 'attention',
    title: 'Attention',
    summary: 'List the projects that need attention',
    explanation:
      'A project is there once for each rule that it meets. The service stores nothing about it: once the project is ' +
      'mended, it is gone.',
    own,
    refused: [...groupParameterNames, 'every'],
    hasPages: true,
    judge,
    schema: described('The projects that need attention.', reportSchemas()),
    read: attentionReport,
    tables: ['items', 'rules'],
    tablesOf: attentionTables,
  });

const judge = (query: ReportQuery, { parameters }: ReportRequest) => ({
  query: {
    ...query,
    ...pageNumberOf(parameters),
    rules: namedValues(parameters['rule'], attentionRules),
    soonDays: Number(parameters['soon_days'] ?? usualDays.soon),
    resultDays: Number(parameters['result_days'] ?? usualDays.result),
    ownParameters: parametersNamed(parameters, ['soon_days', 'result_days']),
  },
  problems: namedProblems('rule', parameters['rule'], attentionRules),
});

const reportSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...headSchemas,
  rules: {
    type: 'array',
    items: closed({
      rule: schemaReference('AttentionRule'),
      count: counted.count,
      amount: money('The sum of their amounts.'),
      projects_url: {
        ...counted.projects_url,
        description: 'The address of this report with the rule alone; `null` if there are no projects.',
      },
    }),
    description: 'The rules of the request, in their order.',
  },
  items: {
    type: 'array',
    items: closed({
      rule: schemaReference('AttentionRule'),
      ...itemSchemas(),
      since: {
        type: 'string',
        format: 'date',
        description:
          'The day since which the rule holds: `bid_due_date`, `next_step_on`, the day of the last move, the later day ' +
          'of `submitted_at` and `bid_due_date`, the day of `created_at`, or `award_date`.',
      },
      days: {
        type: 'integer',
        description: 'The days from `since` to the day of the report; negative if it is ahead.',
      },
    }),
    description: 'The items of this page: in the order of the rules, then by `since`, then by id.',
  },
});
