import { backlogCurves, goalPeriods } from '../../../resources/vocabulary/choices.ts';
import { closed, described, type JsonSchema } from '../../../schema/json-schema.ts';
import { schemaReference } from '../../../schema/record-schemas.ts';
import { counted, headSchemas, linesSchemas, money, numberOf } from './report-schemas.ts';

const day = (description: string): JsonSchema => ({ type: 'string', format: 'date', description });

/** The money of one job or several by bucket. */
const moneySchemas = (): Readonly<Record<string, JsonSchema>> => ({
  amount: money('All of the money: the parts before, in and after the buckets, and what is not scheduled.'),
  before: money('The part before the first bucket.'),
  buckets: { type: 'array', items: { type: 'number' }, description: 'The part in each bucket.' },
  after: money('The part after the last bucket.'),
  unscheduled: money(
    'The money of projects without both dates, of late jobs, and of open projects whose start has passed.',
  ),
});

const figureSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  count: counted.count,
  ...moneySchemas(),
  without_amount: numberOf('The number of these projects that have no amount.'),
  without_probability: numberOf('The number of these projects that have no probability.'),
  without_remaining: numberOf('The number of won jobs that have begun and have no `remaining_amount`.'),
  projects_url: counted.projects_url,
  bucket_urls: {
    type: 'array',
    items: { type: ['string', 'null'] },
    description: 'The address of the projects with money in each bucket; `null` if there are none.',
  },
});

const layer: JsonSchema = schemaReference('BacklogLayer');

const lineSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  layers: {
    type: 'array',
    items: closed({ layer, ...figureSchemas() }),
    description: 'The layers: the won jobs, the committed projects, and the other open ones.',
  },
  sum: described('The three layers together.', figureSchemas()),
  goals: {
    type: 'array',
    items: { anyOf: [goalSchema(), { type: 'null' }] },
    description: 'The goal of work put in place of each bucket; `null` without one.',
  },
});

const goalSchema = (): JsonSchema =>
  closed({
    goal: schemaReference('Goal'),
    gap: {
      type: ['number', 'null'],
      description: 'The target less the three layers, negative beyond the goal; `null` for a bucket that has begun.',
    },
  });

/** The members of the report. */
export const backlogSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...headSchemas,
  curve: { type: 'string', enum: backlogCurves, description: 'How the money of a job is spread over its days.' },
  every: { type: 'string', enum: goalPeriods, description: 'The length of the buckets.' },
  buckets: {
    type: 'array',
    items: closed({
      from: day('The first day.'),
      to: day('The last day.'),
      is_partial: { type: 'boolean', description: 'Whether the bucket begins on the day of the report or before.' },
    }),
    description: 'The buckets of time.',
  },
  ...linesSchemas(lineSchemas()),
});

/** A project with its money by bucket. */
export const jobSchema = (): JsonSchema => closed({ project: schemaReference('Project'), layer, ...moneySchemas() });
