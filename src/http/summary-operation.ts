import { askedOf } from '../records/list-request.ts';
import { groupNames, summarize } from '../records/project-summary.ts';
import { resourceOf } from '../resources/index.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { closed, schemaName, schemaReference, wrapped } from '../schema/record-schemas.ts';
import { filterParameters } from './list-parameters.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';

const projects = resourceOf('projects');

/** What the projects that a filter leaves amount to, by stage, estimator, market sector … */
export const summaryOperation = (ground: Ground): Operation => ({
  id: 'summarizeProjects',
  method: 'GET',
  path: '/projects/summary',
  summary: 'Count projects and add up their amounts, by group',
  tag: 'projects',
  scope: 'read',
  query: [groupBy, ...filterParameters(projects)],
  judgeQuery: (query, directory) => {
    const { asked, problems } = askedOf(projects, query, directory);
    const wanted = { groupBy: query['group_by'] ?? '', filters: asked.filters };
    return { problems, handle: ({ call }) => summarize(ground.store, call, wanted) };
  },
  status: 200,
  response: wrapped('summary', { type: 'array', items: groupSchema() }),
});

const groupBy = {
  name: 'group_by',
  schema: { type: 'string', enum: groupNames },
  description:
    'What the projects of a group have in common. More than 1,000 groups are refused; filters make them fewer.',
  required: true,
} as const;

function groupSchema(): JsonSchema {
  const targets = Object.values(projects.fields).flatMap((field) => (field.kind === 'reference' ? [field.to] : []));
  const names = [...new Set(targets)].map((plural) => `${schemaName(resourceOf(plural).singular)}Embedded`);
  return closed({
    group: {
      anyOf: [{ type: ['string', 'null'] }, ...names.map(schemaReference)],
      description: 'The record that they refer to, or the value that they have; `null` for those that have none.',
    },
    count: { type: 'integer', minimum: 1 },
    amount: { type: 'number', description: 'The sum of their amounts; what has none adds nothing.' },
    weighted_amount: {
      type: 'number',
      description: 'The sum of amount × probability, to two decimals; what lacks one of them adds nothing.',
    },
  });
}
