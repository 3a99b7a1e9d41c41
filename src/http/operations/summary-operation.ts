import { askedOf } from '../../records/reading/list-request.ts';
import {
  groupNames,
  type SummarizedProjects,
  type SummaryGroup,
  summarize,
} from '../../records/reading/project-summary.ts';
import { wordProblems } from '../../records/reading/search.ts';
import { resourceOf } from '../../resources/index.ts';
import { closed, type JsonSchema } from '../../schema/json-schema.ts';
import { wrapped } from '../../schema/record-schemas.ts';
import { groupValueSchemas } from './group-value.ts';
import { asOfParameters, filterParameters, searchParameter } from './list-parameters.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { type Answer, asOfHeaders } from '../contract/answer.ts';
import type { Operation } from '../contract/operation.ts';

const projects = resourceOf('projects');

/** The number and total amounts of the filtered projects, by stage, estimator, market sector and others. */
export const summaryOperation = (): Operation => ({
  id: 'summarizeProjects',
  method: 'GET',
  path: '/projects/summary',
  summary: 'Count projects and add up their amounts, by group',
  tag: 'projects',
  scope: 'read',
  query: [groupBy, summaryWords, ...asOfParameters(projects), ...filterParameters(projects)],
  judgeQuery: (query, directory, now) => {
    const { asked, problems } = askedOf(projects, query, directory, now);
    const { q } = query;
    const wanted = { groupBy: query['group_by'] ?? '', filters: asked.filters, q, asOf: asked.asOf };
    // The parameter's own check reports an empty `q`.
    const found = [...problems, ...(q ? wordProblems(q) : [])];
    return { problems: found, handle: ({ context }) => answerSummary(context, wanted) };
  },
  status: 200,
  response: wrapped('summary', {
    type: 'array',
    items: groupSchema(),
    description: 'The groups, sorted by the value that they share.',
  }),
});

async function answerSummary(context: StoreContext, asked: SummarizedProjects): Promise<Answer> {
  const groups = await summarize(context, asked);
  const body = `{"summary":[${groups.map(groupJson).join(',')}]}`;
  return { status: 200, body, headers: asOfHeaders(asked.asOf, context.at) };
}

/** The amounts are inserted as text, because a JavaScript number would round a large one. */
const groupJson = ({ group, count, amount, weightedAmount }: SummaryGroup): string =>
  `{"group":${JSON.stringify(group)},"count":${count},"amount":${amount},"weighted_amount":${weightedAmount}}`;

const summaryWords = {
  ...searchParameter,
  description:
    'Words to look for, as in the list. The sums are those of the projects that the list finds, at most 1,000.',
};

const groupBy = {
  name: 'group_by',
  schema: { type: 'string', enum: groupNames },
  description: 'The field that the projects of a group share. The service refuses more than 1,000 groups; use filters.',
  required: true,
} as const;

function groupSchema(): JsonSchema {
  return closed({
    group: {
      anyOf: groupValueSchemas(),
      description:
        'The record that the projects of the group refer to, or the value that they have; `null` for those that have none.',
    },
    count: { type: 'integer', minimum: 1, description: 'How many projects are in the group.' },
    amount: {
      type: 'number',
      description:
        "The sum of the projects' amounts, in whole units of the account's currency. A project without an amount adds nothing.",
    },
    weighted_amount: {
      type: 'number',
      description:
        'The sum of `amount` times `probability`, to two decimals. A project that lacks one of them adds nothing.',
    },
  });
}
