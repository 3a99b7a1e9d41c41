import { reservedNames, sortableNames, viewNames } from '../records/list-request.ts';
import { hasCustomFields, isIndexed, type ListField, listFieldsOf } from '../resources/list-fields.ts';
import { includableNames } from '../resources/includes.ts';
import { recordKeys, type Resource } from '../resources/resource.ts';
import { commaSeparated, filterSchema } from '../schema/filter-schemas.ts';
import { searchParameter, windowParameters } from './listing.ts';
import type { QueryParameter } from './operation.ts';

/** Everything that a list of a resource takes. */
export const listParameters = (resource: Resource): readonly QueryParameter[] => [
  ...(resource.searched ? [searchParameter] : []),
  ...windowParameters,
  sortParameter(resource),
  ...shapeParameters(resource),
  ...viewParameters(resource),
  ...filterParameters(resource),
];

/** How much of a record is shown, in lists and alone. */
export const shapeParameters = (resource: Resource): readonly QueryParameter[] => [
  fieldsParameter(resource),
  includeParameter(resource),
];

/** Sparse records. */
const fieldsParameter = (resource: Resource): QueryParameter => ({
  name: 'fields',
  schema: commaSeparated({ type: 'string', enum: recordKeys(resource) }),
  description:
    'Only these keys of each record, separated by commas; then the others are missing, although the schema requires them.',
  judged: true,
});

/** What a read may add to the records. */
const includeParameter = (resource: Resource): QueryParameter => ({
  name: 'include',
  schema: { type: 'array', items: { type: 'string', enum: includableNames(resource) }, minItems: 1, uniqueItems: true },
  description: 'What to add to each record, separated by commas. Related records are live ones, whole and all of them.',
  judged: true,
});

/** The filters of a resource: of each field the values that it may have, and the operators. */
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
        description: 'Any of these, separated by commas; `null` stands for empty.',
        judged: true,
      }),
    ),
  ...shared.filter(({ name }) => hasCustomFields(resource) || !name.includes('custom_fields')),
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

const operatorWords =
  'Operators: `eq` and `ne` (one value, commas are part of it; `null` is empty; what is empty is `ne` to every value), ' +
  '`in` (several values), `gt`, `gte`, `lt`, `lte` (numbers, dates, times, and texts by code point), `contains` and ' +
  '`starts_with` (texts, without regard to case), `is_null` (`true` or `false`).';

const shared: readonly QueryParameter[] = [
  ['{field}[{operator}]', 'FilterByOperator', operatorWords],
  ['filters[{field}]', 'FiltersField', 'The same as the field alone.'],
  ['filters[{field}][{operator}]', 'FiltersByOperator', 'The same as without `filters`.'],
  ['custom_fields[{api_name}]', 'FilterCustomField', "A field of the account's own: any of these values."],
  ['custom_fields[{api_name}][{operator}]', 'FilterCustomByOperator', "The operators on a field of the account's own."],
  ['filters[custom_fields][{api_name}]', 'FiltersCustomField', 'The same as without `filters`.'],
  ['filters[custom_fields][{api_name}][{operator}]', 'FiltersCustomByOperator', 'The same as without `filters`.'],
].map(([name = '', component = '', description = '']) => ({
  name,
  component,
  description,
  schema: { type: 'string', minLength: 1 },
  judged: true,
}));
