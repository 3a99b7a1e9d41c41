import type { Resource } from '../resources/resource.ts';
import type { JsonSchema } from './json-schema.ts';
import { requestSchema, schemaReference, wrapped } from './record-schemas.ts';

/** So many records go into one request. */
export const mostRows = 10_000;

const identifier: JsonSchema = { type: ['string', 'null'] };

/** One row: what makes a record, or changes the one that it names. */
export function upsertSchema(resource: Resource): JsonSchema {
  const schema = requestSchema(resource, 'update');
  const { required = [] } = requestSchema(resource, 'create') as { required?: readonly string[] };
  const wanted = required.length > 0 ? ` A row that makes a record needs ${required.join(', ')}.` : '';
  return {
    ...schema,
    description: `Changes the record of this \`id\`, else the one that has this \`external_id\`; else makes one.${wanted}`,
    properties: {
      ...(schema['properties'] as JsonSchema),
      id: { ...identifier, description: 'Of the record to change.' },
    },
  };
}

/** The body of a bulk request. */
export const bulkSchema = (plural: string, rowSchema: string): JsonSchema =>
  wrapped(plural, { type: 'array', minItems: 1, maxItems: mostRows, items: schemaReference(rowSchema) });

/** What became of one row. */
export const bulkSchemas: Readonly<Record<string, JsonSchema>> = {
  BulkResult: {
    type: 'object',
    properties: {
      index: { type: 'integer', minimum: 0, description: 'Which row, from 0.' },
      id: { ...identifier, description: 'Of the record; of a failed row, as far as it is known.' },
      external_id: { ...identifier, description: 'Of the record; of a failed row, as it was given.' },
      result: { type: 'string', enum: ['created', 'updated', 'unchanged', 'failed'] },
      errors: {
        type: 'array',
        minItems: 1,
        items: schemaReference('Fault'),
        description: 'What is wrong with a failed row; absent from the others.',
      },
    },
    required: ['index', 'id', 'external_id', 'result'],
    additionalProperties: false,
  },
};
