import { pipelineReport } from '../../../records/reporting/pipeline.ts';
import { closed, described, type JsonSchema } from '../../../schema/json-schema.ts';
import { schemaReference } from '../../../schema/record-schemas.ts';
import { pipelineTables } from '../../../transfer/exports/reports/pipeline-tables.ts';
import { declaredOperations } from './declared-operations.ts';
import { counted, countedAmount, headSchemas, linesSchemas, money, numberOf } from './report-schemas.ts';

/** The open projects against the goals. */
export const pipelineOperations = () =>
  declaredOperations({
    name: 'pipeline',
    title: 'The pipeline',
    summary: 'Compare the open projects with the goals',
    explanation:
      'A line has goals if its filters and its group name the whole firm, one division or one assignee, and nothing else.',
    own: [],
    refused: ['every'],
    judge: (query) => ({ query, problems: [] }),
    schema: described('The open projects.', { ...headSchemas, ...linesSchemas(lineSchemas()) }),
    read: pipelineReport,
    tables: ['groups', 'goals'],
    tablesOf: pipelineTables,
  });

const lineSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  count: counted.count,
  amount: money("The sum of the projects' amounts. A project without an amount adds nothing."),
  weighted_amount: money(
    'The sum of `amount` times `probability`, which is rounded to cents for each project. A project that lacks one of ' +
      'them adds nothing.',
  ),
  without_amount: numberOf('The number of these projects that have no amount.'),
  without_probability: numberOf('The number of these projects that have no probability.'),
  goals: {
    type: 'array',
    items: goalSchema(),
    description: 'The goals of bookings whose period contains the day, the longest first.',
  },
  projects_url: counted.projects_url,
});

const goalSchema = (): JsonSchema =>
  closed({
    goal: schemaReference('Goal'),
    booked: countedAmount('The projects won with an `award_date` in the period.'),
    committed: countedAmount(
      'The open projects in a stage with the milestone `committed`. They are no part of the bookings.',
    ),
    gap: money('The target less what is booked, in the measure of the goal; negative beyond the goal.'),
  });
