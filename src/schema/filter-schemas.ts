import { type ListField, listFieldsOf, type Operator } from '../resources/list-fields.ts';
import type { Resource } from '../resources/resource.ts';
import { valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaName, schemaReference } from './record-schemas.ts';

/** Values of a query parameter, separated by commas. */
export const commaSeparated = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 1 });

const orNullWord = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'string', const: 'null' }] });

const orEmpty = (schema: JsonSchema): JsonSchema => commaSeparated(orNullWord(schema));

const spelling: ReadonlySet<Operator> = new Set(['contains', 'starts_with']);

const isText = ({ comparison, field }: Pick<ListField, 'comparison' | 'field'>): boolean =>
  comparison === 'text' || comparison === 'texts' || field.kind === 'entry_key';

const filterName = ({ field, comparison }: ListField): string => {
  if (comparison === 'id' || comparison === 'ids') return 'IdFilter';
  return isText({ comparison, field }) ? 'TextFilter' : `${schemaName(field.kind)}Filter`;
};

/** The schema of a filter without an operator: any of these values, `null` for an empty one. */
export const filterSchema = (listed: ListField): JsonSchema =>
  listed.field.kind === 'choice' ? orEmpty(valueSchema(listed.field)) : schemaReference(filterName(listed));

/** The schema of the single value of an operator. `eq` and `ne` also accept `null`. */
export function operandSchema({ comparison, field }: ListField, operator: Operator): JsonSchema {
  if (operator === 'is_null') return { type: 'boolean' };
  if (isText({ comparison, field }) || spelling.has(operator)) return { type: 'string', minLength: 1 };
  if (comparison === 'id' || comparison === 'ids') return { type: 'string', pattern: '^([1-9][0-9]{0,18}|null)$' };
  return operator === 'eq' || operator === 'ne' ? orNullWord(valueSchema(field)) : valueSchema(field);
}

/** The description of a filter without an operator. */
export const anyOfThese = 'Any of these values, separated by commas. `null` matches empty values.';

/** The filter schemas of the document, one for each kind of value. */
export const filterSchemas = (resources: readonly Resource[]): Record<string, JsonSchema> => ({
  IdFilter: {
    ...commaSeparated({ type: 'string', pattern: '^([1-9][0-9]{0,18}|null)$' }),
    description: 'Any of these ids, separated by commas. `null` matches empty values.',
  },
  TextFilter: { ...commaSeparated({ type: 'string', minLength: 1 }), description: anyOfThese },
  ...Object.fromEntries(
    resources
      .flatMap((resource) => [...listFieldsOf(resource).values()])
      .filter(({ comparison, field: { kind } }) => comparison === 'ordered' || kind === 'boolean')
      .map((listed) => [filterName(listed), { ...orEmpty(valueSchema(listed.field)), description: anyOfThese }]),
  ),
});
