import { winLossReport } from '../../../records/reporting/win-loss.ts';
import { type GoalPeriod, goalPeriods, lossReasonGroups } from '../../../resources/vocabulary/choices.ts';
import { closed, described, type JsonSchema } from '../../../schema/json-schema.ts';
import { winLossTables } from '../../../transfer/exports/reports/win-loss-tables.ts';
import type { QueryParameter } from '../../contract/operation.ts';
import { declaredOperations } from './declared-operations.ts';
import { reversedDays } from './report-days.ts';
import { counted, countedAmount, headSchemas, linesSchemas, money, nullable, numberOf } from './report-schemas.ts';

const day: JsonSchema = { type: 'string', format: 'date' };

const own: readonly QueryParameter[] = [
  {
    name: 'from',
    schema: day,
    description: 'The first `award_date`; by default that of the twelve months up to `to`.',
  },
  { name: 'to', schema: day, description: 'The last `award_date`; by default the day of the report.' },
  {
    name: 'every',
    schema: { type: 'string', enum: goalPeriods },
    description: 'Divides each line into periods of `award_date`, at most 40. Quarters and years are fiscal.',
  },
];

/** The closed projects by outcome, with the rates of those that were won. */
export const winLossOperations = () =>
  declaredOperations({
    name: 'win_loss',
    title: 'Wins and losses',
    summary: 'Compare the projects won, lost and otherwise closed',
    explanation: 'It counts the closed projects with an `award_date` from `from` to `to`, both included.',
    own,
    refused: [],
    judge: (query, { parameters }) => ({
      query: {
        ...query,
        from: parameters['from'],
        to: parameters['to'],
        every: parameters['every'] as GoalPeriod | undefined,
      },
      problems: reversedDays(parameters),
    }),
    schema: described('The closed projects.', reportSchemas()),
    read: winLossReport,
    tables: ['groups', 'loss_reasons'],
    tablesOf: winLossTables,
  });

const figure = (description: string): JsonSchema =>
  described(description, {
    count: counted.count,
    amount: money('The sum of their amounts.'),
    without_amount: numberOf('The number of these projects that have no amount.'),
    projects_url: counted.projects_url,
  });

const ratio = (description: string): JsonSchema => ({ type: ['number', 'null'], description });

const rate = (description: string): JsonSchema =>
  described(description, {
    count: ratio('The rate by number, to four decimals; `null` if `n` is 0.'),
    n: numberOf('The number of projects that it is divided by.'),
    amount: ratio('The rate by amount, to four decimals; `null` if the amounts are 0.'),
  });

const figures = (): Readonly<Record<string, JsonSchema>> => ({
  won: figure('The projects won.'),
  lost: figure('The projects lost.'),
  lost_competitive: figure('Those lost for a reason of the group `competitive`, or for none.'),
  cancelled: figure('The projects cancelled.'),
  did_not_pursue: figure('The projects that the firm decided not to bid.'),
  rates: described('The rates of the projects won.', {
    decided: rate('won / (won + lost)'),
    competitive: rate('won / (won + lost_competitive)'),
    closed: rate('won / (won + lost + cancelled + did_not_pursue)'),
  }),
});

const lineSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...figures(),
  periods: {
    type: 'array',
    items: closed({
      period: described('The days of the period, within those of the report.', {
        from: { ...day, description: 'The first day.' },
        to: { ...day, description: 'The last day.' },
      }),
      ...figures(),
    }),
    description: 'The line by period of `award_date`; none without `every`.',
  },
});

const reportSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...headSchemas,
  from: { ...day, description: 'The first day.' },
  to: { ...day, description: 'The last day.' },
  every: { type: ['string', 'null'], enum: [...goalPeriods, null], description: 'The kind of the periods.' },
  ...linesSchemas(lineSchemas()),
  loss_reasons: {
    type: 'array',
    items: closed({
      loss_reason: { ...nullable('LossReasonEmbedded'), description: 'The reason; `null` for none.' },
      loss_group: {
        type: ['string', 'null'],
        enum: [...lossReasonGroups, null],
        description: 'The group of the reason.',
      },
      count: counted.count,
      amount: money('The sum of their amounts.'),
      projects_url: counted.projects_url,
    }),
    description: 'The lost projects by reason, the most frequent first, those without a reason last.',
  },
  undated: countedAmount('The closed projects without an `award_date`, which no line has.'),
});
