import type { Field } from '../resources/fields.ts';
import { oneOf } from '../resources/in-words.ts';
import { namingField, type Resource } from '../resources/resource.ts';
import { having } from './create-conditions.ts';
import { longestName, mostOf } from './field-schema.ts';
import { besides, type JsonSchema } from './json-schema.ts';
import { type Naming, naming, namingEach } from './naming.ts';
import { schemaName, schemaReference } from './record-schemas.ts';
import { mostKeys } from './sizes.ts';

const namingOf = (resource: Resource): Naming => ({ singular: resource.singular, key: namingField(resource) });

/** `company` → `CompanyReference`: the name of the schema of an object that names a record. */
export const referenceName = (singular: string): string => `${schemaName(singular)}Reference`;

/** An object that names a record in a request. */
export function referenceSchema(resource: Resource): JsonSchema {
  const { key } = namingOf(resource);
  return {
    description: `Names ${oneOf(resource)} with its \`id\`${key === undefined ? '' : `, or with only its \`${key}\``}.`,
    type: 'object',
    maxProperties: mostKeys,
    [naming]: namingOf(resource),
    [besides]: key === undefined ? { properties: { id }, required: ['id'] } : withEither(key),
  };
}

const text: JsonSchema = { type: 'string', maxLength: longestName };

const id: JsonSchema = {
  ...text,
  description: 'The id of the record. Beside it, the service ignores the other keys.',
};

const withEither = (key: string): JsonSchema => ({
  properties: {
    id,
    [key]: { ...text, description: `The \`${key}\` of the record, without regard to case. Only without \`id\`.` },
  },
  if: having({ id: {} }, ['id']),
  else: { ...having({ [key]: {} }, [key]), maxProperties: 1 },
});

/** The object of a reference in a request. */
export const namedRecord = (resource: Resource): JsonSchema => schemaReference(referenceName(resource.singular));

/** The objects of a list of references in a request. */
export const namedRecords = (resource: Resource, field: Field): JsonSchema => ({
  type: 'array',
  items: namedRecord(resource),
  maxItems: mostOf(field),
  [namingEach]: namingOf(resource),
});
