import { countRecords } from '../../records/reading/read.ts';
import { askedOf } from '../../records/reading/list-request.ts';
import { resourceOf } from '../../resources/index.ts';
import { closed, type JsonSchema } from '../../schema/json-schema.ts';
import { schemaName, wrapped } from '../../schema/record-schemas.ts';
import { jsonAnswer } from '../contract/answer.ts';
import type { Operation } from '../contract/operation.ts';
import { filterParameters } from './list-parameters.ts';

interface Counted {
  readonly plural: string;
  readonly summary: string;
  readonly explanation: string;
  /** The description of each count, by name. */
  readonly counts: Readonly<Record<string, string>>;
}

const leads: Counted = {
  plural: 'leads',
  summary: 'Count the leads of each view',
  explanation: 'A lead may be in several views.',
  counts: {
    open: 'Leads that are neither archived nor snoozed.',
    mine: 'Open leads that are assigned to the acting user.',
    priority: 'Open leads that are a priority.',
    unassigned: 'Open leads that are assigned to nobody.',
    snoozed: 'Leads that are snoozed and not archived.',
    archived: 'Archived leads.',
    all: 'All leads.',
  },
};

const tasks: Counted = {
  plural: 'tasks',
  summary: 'Count the tasks by their deadline',
  explanation: "Each task is in one count. Days are those of the account's time zone.",
  counts: {
    overdue: 'Open tasks with a deadline before today.',
    today: 'Open tasks with today as their deadline.',
    next_seven_days: 'Open tasks with a deadline on one of the seven days after today.',
    later: 'Open tasks with a later deadline.',
    no_date: 'Open tasks without a deadline.',
    done: 'Completed tasks.',
  },
};

/** The counts that a page shows beside its lists, each read by one statement. */
export const countOperations = (): Operation[] => [leads, tasks].map(countOperation);

function countOperation({ plural, summary, explanation, counts }: Counted): Operation {
  const resource = resourceOf(plural);
  return {
    id: `count${schemaName(plural)}`,
    method: 'GET',
    path: `/${plural}/counts`,
    summary,
    explanation: `${explanation} Every filter of the list works.`,
    tag: plural,
    scope: 'read',
    query: filterParameters(resource),
    judgeQuery: (query, directory, now) => {
      const { asked, problems } = askedOf(resource, query, directory, now);
      return {
        problems,
        handle: async ({ context }) =>
          jsonAnswer(200, { counts: await countRecords(context, resource, asked.filters) }),
      };
    },
    status: 200,
    response: wrapped('counts', {
      ...closed(Object.fromEntries(Object.entries(counts).map(([name, description]) => [name, count(description)]))),
      description: 'The number of records in each group.',
    }),
  };
}

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
