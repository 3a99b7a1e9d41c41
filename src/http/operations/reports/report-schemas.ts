import { closed, count, described, instant, type JsonSchema, text } from '../../../schema/json-schema.ts';
import { schemaReference } from '../../../schema/record-schemas.ts';
import { groupValueSchemas } from '../group-value.ts';

/** The schema of an amount of money. */
export const money = (description: string): JsonSchema => ({ type: 'number', description });

/** The schema of a number of projects, and of the address of the list that has them. */
export const counted = {
  count: { ...count, description: 'The number of projects.' },
  projects_url: {
    type: ['string', 'null'],
    description: 'The address of the list that has exactly these projects; `null` if there are none.',
  },
} as const;

/** The schema of a number of projects with their amount. */
export const countedAmount = (description: string): JsonSchema =>
  described(description, {
    count: counted.count,
    amount: money('The sum of their amounts.'),
    projects_url: counted.projects_url,
  });

/** The schema of a number. */
export const numberOf = (description: string): JsonSchema => ({ ...count, description });

/** The members with which every report begins. */
export const headSchemas: Readonly<Record<string, JsonSchema>> = {
  as_of: { ...instant, description: 'The instant for which the report holds.' },
  day: { ...text, format: 'date', description: "The day of `as_of` in the account's time zone." },
  names_as_of: { ...instant, description: 'The instant of the names, lists and settings.' },
  time_zone: { ...text, description: "The account's time zone." },
  currency: { ...text, description: "The account's currency, in which all amounts are." },
  fiscal_year_starts_month: {
    type: 'integer',
    minimum: 1,
    maximum: 12,
    description: 'The first month of its fiscal year.',
  },
};

/** A record that may be missing. */
export const nullable = (name: string): JsonSchema => ({ anyOf: [schemaReference(name), { type: 'null' }] });

/** The members by which a list of a report shows a project. */
export const itemSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  project: described('The project.', {
    id: { ...text, description: 'Its id.' },
    name: { ...text, description: 'Its name.' },
  }),
  company: { ...nullable('CompanyEmbedded'), description: 'The company that the project is for.' },
  project_stage: schemaReference('ProjectStageEmbedded'),
  assigned_to: { ...nullable('UserEmbedded'), description: 'The user who is responsible for the project.' },
  amount: { type: ['number', 'null'], description: "The project's amount." },
});

const bound = (description: string): JsonSchema => ({ type: ['number', 'null'], description });

/** The members of a report by group. @param line the members of each line. */
export const linesSchemas = (line: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> => ({
  group_by: { type: ['string', 'null'], description: 'The dimension of the groups, as the request names it.' },
  groups: {
    type: 'array',
    items: closed({ group: groupSchema, ...line }),
    description: 'The lines of the groups; none without `group_by`.',
  },
  total: { ...closed(line), description: 'The line of all groups.' },
});

const groupSchema: JsonSchema = {
  anyOf: [
    ...groupValueSchemas(),
    closed({
      from: bound('The first amount of the band; `null` for the lowest band.'),
      to: bound('The first amount above the band; `null` for the highest band.'),
    }),
  ],
  description:
    'The record that the projects of the group refer to, the value that they have, or the bounds of the band; `null` ' +
    'for those that have none.',
};
