import { reservedNames, sortableNames, viewNames } from '../../records/reading/list-request.ts';
import { isIndexed, type ListField, listFieldsOf } from '../../resources/list-fields.ts';
import { includableNames } from '../../resources/includes.ts';
import { recordKeys, type Resource } from '../../resources/resource.ts';
import { anyOfThese, commaSeparated, filterSchema } from '../../schema/filter-schemas.ts';
import { sparseName } from '../../schema/read-schemas.ts';
import { searchParameter, windowParameters } from './listing.ts';
import type { QueryParameter } from '../contract/operation.ts';
import { namedConditions, operatorParameters } from './operator-parameters.ts';

/** All query parameters of a resource's list. */
export const listParameters = (resource: Resource): readonly QueryParameter[] => [
  ...(resource.searched ? [searchParameter] : []),
  ...windowParameters,
  sortParameter(resource),
  ...shapeParameters(resource),
  ...viewParameters(resource),
  ...filterParameters(resource),
];

/** The parameters that select the content of a record, in lists and for one record. */
export const shapeParameters = (resource: Resource): readonly QueryParameter[] => [
  fieldsParameter(resource),
  includeParameter(resource),
];

/** The parameter for sparse records. */
const fieldsParameter = (resource: Resource): QueryParameter => ({
  name: 'fields',
  schema: commaSeparated({ type: 'string', enum: recordKeys(resource) }),
  description:
    `Only these keys of each record, separated by commas. The records are then of the schema ` +
    `\`${sparseName(resource.singular)}\`, in which every key may be absent.`,
  judged: true,
});

/** The parameter for additions to the records. */
const includeParameter = (resource: Resource): QueryParameter => ({
  name: 'include',
  schema: { type: 'array', items: { type: 'string', enum: includableNames(resource) }, minItems: 1, uniqueItems: true },
  description: 'What to add to each record, separated by commas. Related records are live ones, whole and all of them.',
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
  const indexed = names.filter((name) => isIndexed(resource, name));
  const cost = indexed.length > 0 ? ` One field alone of ${indexed.join(', ')} costs the same at any depth.` : '';
  return {
    name: 'sort',
    schema: commaSeparated({ type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }),
    description:
      'Up to five fields separated by commas, with - before those that descend. Empty ones come last either way. Names ' +
      `go by letter, case and accents aside; other texts by code point, up to the hundredth.${cost}`,
    judged: true,
    excludes: { q: ', which has an order of its own' },
  };
}

const viewParameters = (resource: Resource): readonly QueryParameter[] =>
  viewNames(resource).length === 0
    ? []
    : [
        {
          name: 'view',
          schema: { type: 'string', enum: viewNames(resource), default: 'all' },
          description: 'One of the ways in which the list is often looked at.',
        },
      ];
