import { bidsDueReport } from '../../../records/reporting/bids-due.ts';
import { groupParameterNames } from '../../../records/reporting/report-query.ts';
import { closed, count, described, instantOrNull, type JsonSchema, textOrNull } from '../../../schema/json-schema.ts';
import { bidsDueTables } from '../../../transfer/exports/reports/bids-due-tables.ts';
import type { QueryParameter } from '../../contract/operation.ts';
import { declaredOperations } from './declared-operations.ts';
import { crowdedDays, reversedDays } from './report-days.ts';
import { counted, countedAmount, headSchemas, itemSchemas, money, nullable } from './report-schemas.ts';

const day: JsonSchema = { type: 'string', format: 'date' };

const own: readonly QueryParameter[] = [
  { name: 'from', schema: day, description: 'The first `bid_due_date`; by default the day of the report.' },
  {
    name: 'to',
    schema: day,
    description:
      'The last `bid_due_date`, by default 55 days after the day of the report. It is at most 369 after `from`.',
  },
];

/** The bids of the coming days, and the load of each assignee. */
export const bidsDueOperations = () =>
  declaredOperations({
    name: 'bids_due',
    title: 'Bids due',
    summary: 'List the bids that are due, by day and by assignee',
    explanation:
      'It has the open projects with a `bid_due_date` from `from` to `to`, both included, at most 5,000. Submitted bids ' +
      'are among the days, and not in the load.',
    own,
    refused: [...groupParameterNames, 'every'],
    judge: (query, { parameters }) => ({
      query: { ...query, from: parameters['from'], to: parameters['to'] },
      problems: [...reversedDays(parameters), ...crowdedDays(parameters)],
    }),
    schema: described('The bids that are due.', reportSchemas()),
    read: bidsDueReport,
    tables: ['bids', 'load'],
    tablesOf: bidsDueTables,
  });

const reportSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...headSchemas,
  from: { ...day, description: 'The first day.' },
  to: { ...day, description: 'The last day.' },
  count: counted.count,
  amount: money('The sum of their amounts.'),
  projects_url: counted.projects_url,
  overdue: countedAmount('The open projects whose bids are late (`is_overdue`), of any day.'),
  days: {
    type: 'array',
    items: closed({
      date: { ...day, description: 'The day.' },
      bids: { type: 'array', items: bidSchema(), description: 'Its bids.' },
    }),
    description: 'The days that have bids, each with its bids: those without a time first, then by time.',
  },
  load: loadSchema(),
});

const bidSchema = (): JsonSchema =>
  closed({
    ...itemSchemas(),
    bid_due_at: { ...instantOrNull, description: 'The time at which the bid is due; `null` for a day without a time.' },
    local_time: { ...textOrNull, description: "That time in the account's time zone, such as `14:00`." },
    submitted_at: { ...instantOrNull, description: 'The time at which the bid was submitted.' },
  });

const loadSchema = (): JsonSchema => {
  const bids = (description: string): JsonSchema =>
    described(description, {
      count: { ...count, description: 'The number of bids.' },
      projects_url: counted.projects_url,
    });
  return described('The bids that are not submitted, by assignee.', {
    weeks: { type: 'array', items: day, description: 'The Mondays of the weeks.' },
    assignees: {
      type: 'array',
      items: closed({
        assigned_to: {
          ...nullable('UserEmbedded'),
          description: 'The user; `null`, in the last line, for projects without an assignee.',
        },
        overdue: bids('The late bids, of any day.'),
        weeks: {
          type: 'array',
          items: bids('The others, due in the week and in the days of the report.'),
          description: 'A member for each of `weeks`.',
        },
      }),
      description: 'A line for each assignee that has such bids.',
    },
  });
};
