import { type ListField, listFieldsOf } from '../resources/list-fields.ts';
import type { Resource } from '../resources/resource.ts';
import { valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaName, schemaReference } from './record-schemas.ts';

/** Values of a query parameter, separated by commas. */
export const commaSeparated = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 1 });

const orEmpty = (schema: JsonSchema): JsonSchema =>
  commaSeparated({ anyOf: [schema, { type: 'string', const: 'null' }] });

const filterName = ({ field, comparison }: ListField): string => {
  if (comparison === 'id' || comparison === 'ids') return 'IdFilter';
  const isText = comparison === 'text' || comparison === 'texts' || field.kind === 'entry_key';
  return isText ? 'TextFilter' : `${schemaName(field.kind)}Filter`;
};

/** What a query says of a field: any of these values, `null` for an empty one. */
export const filterSchema = (listed: ListField): JsonSchema =>
  listed.field.kind === 'choice' ? orEmpty(valueSchema(listed.field)) : schemaReference(filterName(listed));

/** One for each kind of value, for the document. */
export const filterSchemas = (resources: readonly Resource[]): Record<string, JsonSchema> => ({
  IdFilter: commaSeparated({ type: 'string', pattern: '^([1-9][0-9]{0,18}|null)$' }),
  TextFilter: commaSeparated({ type: 'string', minLength: 1 }),
  ...Object.fromEntries(
    resources
      .flatMap((resource) => [...listFieldsOf(resource).values()])
      .filter(({ comparison, field: { kind } }) => comparison === 'ordered' || kind === 'boolean')
      .map((listed) => [filterName(listed), orEmpty(valueSchema(listed.field))]),
  ),
});
