import type { Field } from '../resources/fields.ts';
import { type ListField, listFieldsOf, type Operator } from '../resources/list-fields.ts';
import type { Resource } from '../resources/resource.ts';
import { valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaName, schemaReference } from './record-schemas.ts';

/** Values of a query parameter, separated by commas. */
export const commaSeparated = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 1 });

function orNullWord(schema: JsonSchema): JsonSchema {
  const choices = (schema['anyOf'] as readonly JsonSchema[] | undefined) ?? [schema];
  return { anyOf: [...choices, { type: 'string', const: 'null' }] };
}

/** The values of a field that a filter compares with: dates and instants also relative to the day. */
function comparedSchema(field: Field): JsonSchema {
  const schema = valueSchema(field);
  return isDay(field) ? { anyOf: [schema, schemaReference('RelativeDay')] } : schema;
}

const isDay = ({ kind }: Field): boolean => kind === 'date' || kind === 'date_time';

const orEmpty = (schema: JsonSchema): JsonSchema => commaSeparated(orNullWord(schema));

const spelling: ReadonlySet<Operator> = new Set(['contains', 'starts_with']);

const idOrNone: JsonSchema = { type: 'string', pattern: '^([1-9][0-9]{0,18}|null)$' };
const userOrNone: JsonSchema = { type: 'string', pattern: '^([1-9][0-9]{0,18}|me|null)$' };

const isText = ({ comparison, field }: Pick<ListField, 'comparison' | 'field'>): boolean =>
  comparison === 'text' || comparison === 'texts' || field.kind === 'entry_key';

function filterName(listed: ListField): string {
  const { field, comparison } = listed;
  if (listed.relative === 'me') return 'UserFilter';
  if (comparison === 'id' || comparison === 'ids') return 'IdFilter';
  return isText({ comparison, field }) ? 'TextFilter' : `${schemaName(field.kind)}Filter`;
}

/** The schema of a filter without an operator: any of these values, `null` for an empty one. */
export const filterSchema = (listed: ListField): JsonSchema =>
  listed.field.kind === 'choice' ? orEmpty(valueSchema(listed.field)) : schemaReference(filterName(listed));

/** The schema of the single value of an operator. `eq` and `ne` also accept `null`. */
export function operandSchema(listed: ListField, operator: Operator): JsonSchema {
  const { comparison, field } = listed;
  if (operator === 'is_null') return { type: 'boolean' };
  if (isText({ comparison, field }) || spelling.has(operator)) return { type: 'string', minLength: 1 };
  if (comparison === 'id' || comparison === 'ids') return listed.relative === 'me' ? userOrNone : idOrNone;
  return operator === 'eq' || operator === 'ne' ? orNullWord(comparedSchema(field)) : comparedSchema(field);
}

/** The description of a filter without an operator. */
export const anyOfThese = 'Any of these values, separated by commas. `null` matches empty values.';

/** The filter schemas of the document, one for each kind of value. */
export const filterSchemas = (resources: readonly Resource[]): Record<string, JsonSchema> => ({
  IdFilter: {
    ...commaSeparated(idOrNone),
    description: 'Any of these ids, separated by commas. `null` matches empty values.',
  },
  UserFilter: {
    ...commaSeparated(userOrNone),
    description: 'Any of these users by id, separated by commas. `me` is the acting user. `null` matches empty values.',
  },
  RelativeDay: {
    type: 'string',
    pattern: '^today([+-][0-9]{1,4})?$',
    description:
      "Today in the account's time zone, or so many days after (`today+14`) or before it (`today-30`). For times it is " +
      'the start of the day with `gte` and `lt`, its end with `gt` and `lte`, and otherwise every time of the day.',
  },
  TextFilter: { ...commaSeparated({ type: 'string', minLength: 1 }), description: anyOfThese },
  ...Object.fromEntries(
    resources
      .flatMap((resource) => [...listFieldsOf(resource).values()])
      .filter(({ comparison, field: { kind } }) => comparison === 'ordered' || kind === 'boolean')
      .map((listed) => [filterName(listed), { ...orEmpty(comparedSchema(listed.field)), description: anyOfThese }]),
  ),
});
