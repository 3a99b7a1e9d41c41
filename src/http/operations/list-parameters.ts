import { reservedNames, sortableNames, viewNames } from '../../records/reading/list-request.ts';
import { type ListField, listFieldsOf } from '../../resources/list-fields.ts';
import { includableNames } from '../../resources/includes.ts';
import { type Resource, selectableKeys } from '../../resources/resource.ts';
import { anyOfThese, commaSeparated, filterSchema } from '../../schema/filter-schemas.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { sparseName } from '../../schema/read-schemas.ts';
import { schemaName } from '../../schema/record-schemas.ts';
import type { QueryParameter } from '../contract/operation.ts';
import { namedConditions, operatorParameters } from './operator-parameters.ts';

/** All query parameters of a resource's list. */
export const listParameters = (resource: Resource): readonly QueryParameter[] => [
  ...windowParameters,
  ...questionParameters(resource),
];

/** The query parameters of a resource's list that select, order and shape its records, without those of its pages. */
export const questionParameters = (resource: Resource): readonly QueryParameter[] =>
  [
    ...(resource.searched ? [searchParameter] : []),
    sortParameter(resource),
    ...shapeParameters(resource),
    ...viewParameters(resource),
    ...asOfParameters(resource),
    ...filterParameters(resource),
  ].map((parameter) => sharedWithin(resource, parameter));

/** The list, its export and the single record share the description of a parameter. */
export const sharedWithin = ({ plural }: Resource, parameter: QueryParameter): QueryParameter =>
  parameter.component === undefined && !parameter.undescribed
    ? { ...parameter, component: `${schemaName(plural)}${schemaName(parameter.name.replace(/\W+/g, '_'))}` }
    : parameter;

/** The parameters of a list whose pages have numbers. */
export const pageParameters: readonly QueryParameter[] = [
  {
    name: 'page',
    component: 'Page',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    description: 'The number of the page, from 1. Without it, follow the `next` link: every page then costs the same.',
  },
  {
    name: 'per_page',
    component: 'PerPage',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    description: 'The number of records on a page.',
  },
];

/** The pagination parameters of every list. */
export const windowParameters: readonly QueryParameter[] = [
  ...pageParameters,
  {
    name: 'cursor',
    component: 'Cursor',
    schema: { type: 'string', maxLength: 6144 },
    description: 'The cursor of a page, from a `Link` header.',
    excludes: { q: ', whose pages have numbers', page: '' },
  },
];

/** The description of what a search finds. */
export const searchedWords =
  'Words to look for from their beginning, at most ten. Records that have all of them come first: by name and numbers, ' +
  'then by address and company, then by description, newest first in each. Records with words of similar spelling ' +
  'follow where these do not fill the page.';

/** The instant as of which records are read, for a resource whose past is stored. */
export const asOfParameters = ({ keepsPast }: Resource): readonly QueryParameter[] =>
  keepsPast ? [asOfParameter] : [];

/** An instant, or a day, which means its end; today means now. */
export const instantOrDay: JsonSchema = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
    { type: 'string', pattern: '^today(-[0-9]{1,4})?$' },
  ],
};

const asOfParameter: QueryParameter = {
  name: 'as_of',
  component: 'AsOf',
  schema: instantOrDay,
  description:
    'Shows the records as they were at an instant (`2026-03-30T14:00:00Z`), at the end of a day of the account ' +
    '(`2026-03-29`, `today-7`), or now (`today`). Names and lists are those of today. It excludes `q`, filters and ' +
    'sorts by `description`, and the inclusion of other records than `contact` and `stage_changes`. The header ' +
    '`Plumbline-As-Of` has the instant.',
  judged: true,
};

/** The search parameter of a searchable resource's list. */
export const searchParameter: QueryParameter = {
  name: 'q',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: `${searchedWords} Pages by number, up to 1,000 records.`,
};

/** The parameters that select the content of a record, in lists and for one record. */
export const shapeParameters = (resource: Resource): readonly QueryParameter[] =>
  [fieldsParameter(resource), includeParameter(resource)].map((parameter) => sharedWithin(resource, parameter));

/** The parameter for sparse records. */
const fieldsParameter = (resource: Resource): QueryParameter => ({
  name: 'fields',
  schema: commaSeparated({ type: 'string', enum: selectableKeys(resource) }),
  description:
    `Returns only these keys of each record, separated by commas. The id of a reference, such as \`created_by_id\`, ` +
    `is a key too: the service then need not read the record that it names. The records have the schema ` +
    `\`${sparseName(resource.singular)}\`, in which every key may be absent.`,
  judged: true,
});

/** The parameter for additions to the records. */
const includeParameter = (resource: Resource): QueryParameter => ({
  name: 'include',
  schema: { type: 'array', items: { type: 'string', enum: includableNames(resource) }, minItems: 1, uniqueItems: true },
  description:
    'Related records to add to each record, separated by commas. The answer has all that are not deleted, each complete.',
  judged: true,
});

/** The filters of a resource: for each field, its accepted values and its operators. */
export const filterParameters = (
  resource: Resource,
  fields: ReadonlyMap<string, ListField> = listFieldsOf(resource),
): readonly QueryParameter[] => [
  ...[...fields.values()]
    .filter(({ name }) => !reservedNames.has(name))
    .map(
      (listed): QueryParameter => ({
        name: listed.name,
        schema: filterSchema(listed),
        description: anyOfThese,
        judged: true,
      }),
    ),
  ...operatorParameters(fields.values()),
  ...namedConditions(resource),
];

function sortParameter(resource: Resource): QueryParameter {
  const names = sortableNames(resource);
  const indexed = names.filter((name) => listFieldsOf(resource).get(name)?.indexed);
  const cost =
    indexed.length > 0 ? ` If you sort by only one of ${indexed.join(', ')}, every page costs the same.` : '';
  return {
    name: 'sort',
    schema: commaSeparated({ type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }),
    description:
      'Up to five fields, separated by commas. A - sorts a field in descending order. Empty values come last. Names ' +
      `are sorted without regard to case and accents, other texts by code point of their first 100 characters.${cost}`,
    judged: true,
    excludes: { q: ', because a search has its own order' },
  };
}

const viewParameters = (resource: Resource): readonly QueryParameter[] =>
  viewNames(resource).length === 0
    ? []
    : [
        {
          name: 'view',
          schema: { type: 'string', enum: viewNames(resource), default: 'all' },
          description: 'A common selection of the list.',
        },
      ];
