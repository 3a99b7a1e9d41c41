import type { Resource } from '../resources/resource.ts';
import { createConditions } from './create-conditions.ts';
import type { JsonSchema } from './json-schema.ts';
import { requestSchema, schemaReference, wrapped } from './record-schemas.ts';

/** The limit of records in one request. */
export const mostRows = 10_000;

const purpose = 'Changes the record of this `id`, else the one that has this `external_id`; else makes one.';

const identifier: JsonSchema = { type: ['string', 'null'] };

/** The schema of one row, which makes a record or changes the record that it names. */
export function upsertSchema(resource: Resource): JsonSchema {
  const schema = requestSchema(resource, 'update');
  const condition = createConditions[resource.plural];
  const { required = [] } = requestSchema(resource, 'create') as { required?: readonly string[] };
  const names = required.map((name) => `\`${name}\``).join(', ');
  const wanted = [
    ...(required.length > 0 ? [`A row that makes a record needs ${names}.`] : []),
    ...(condition ? [`For a row that makes a record: ${String(condition['description'])}`] : []),
  ];
  return {
    ...schema,
    description: [purpose, ...wanted].join(' '),
    properties: {
      ...(schema['properties'] as JsonSchema),
      id: { ...identifier, maxLength: 255, description: 'The id of the record that the row changes.' },
    },
  };
}

/** The body of a bulk request. */
export const bulkSchema = (plural: string, rowSchema: string): JsonSchema =>
  wrapped(plural, {
    type: 'array',
    minItems: 1,
    maxItems: mostRows,
    items: schemaReference(rowSchema),
    description: 'The rows, applied in their order.',
  });

/** The schema of the result of one row. */
export const bulkSchemas: Readonly<Record<string, JsonSchema>> = {
  BulkResult: {
    type: 'object',
    description: 'What became of one row of a bulk request.',
    properties: {
      index: { type: 'integer', minimum: 0, description: 'The place of the row in the request, from 0.' },
      id: { ...identifier, description: 'The id of the record; of a failed row, if it is known.' },
      external_id: {
        ...identifier,
        description: 'The external id of the record; of a failed row, as the row gives it.',
      },
      result: {
        type: 'string',
        enum: ['created', 'updated', 'unchanged', 'failed'],
        description: 'Whether the row made a record, changed one, left one as it was, or was refused.',
      },
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
