import { hasExternalIds, type Resource } from '../resources/resource.ts';
import { createConditions } from './create-conditions.ts';
import { type JsonSchema, described, textOrNull, count } from './json-schema.ts';
import { schemaReference, wrapped } from './record-schemas.ts';
import { requestSchema } from './request-schemas.ts';

/** The limit of records in one request. */
export const mostRows = 10_000;

const purpose = (resource: Resource): string =>
  hasExternalIds(resource)
    ? 'Changes the record with this `id`, or otherwise with this `external_id`. If there is none, creates a record.'
    : 'Changes the record with this `id`. Without an `id`, creates a record.';

/** The schema of one row, which makes a record or changes the record that it names. */
export function upsertSchema(resource: Resource): JsonSchema {
  const schema = requestSchema(resource, 'update');
  const condition = createConditions[resource.plural];
  const { required = [] } = requestSchema(resource, 'create') as { required?: readonly string[] };
  const names = required.map((name) => `\`${name}\``).join(', ');
  const wanted = [
    ...(required.length > 0 ? [`A row that creates a record needs ${names}.`] : []),
    ...(condition ? [`For a row that creates a record: ${String(condition['description'])}`] : []),
  ];
  return {
    ...schema,
    description: [purpose(resource), ...wanted].join(' '),
    properties: {
      ...(schema['properties'] as JsonSchema),
      id: { ...textOrNull, maxLength: 255, description: 'The id of the record that the row changes.' },
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
    description: 'The rows. The service applies them in order.',
  });

/** The rows of a bulk reversion. */
export const reversionsSchema: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: mostRows,
  items: schemaReference('BulkReversion'),
  description: 'The records, each once.',
};

/** The ids of a bulk request. */
export const idsSchema = (description: string): JsonSchema => ({
  type: 'array',
  minItems: 1,
  maxItems: mostRows,
  items: { type: 'string', maxLength: 255 },
  description,
});

const index: JsonSchema = { ...count, description: 'The index of the row in the request, from 0.' };

const errors: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: schemaReference('Fault'),
  description: 'The problems of a failed row; absent from other rows.',
};

/** The schemas of the result of one row. */
export const bulkSchemas: Readonly<Record<string, JsonSchema>> = {
  BulkResult: described(
    'The result of one row of a bulk request.',
    {
      index,
      id: { ...textOrNull, description: 'The id of the record; for a failed row, only if it is known.' },
      external_id: {
        ...textOrNull,
        description: 'The external id of the record, `null` without one; for a failed row, as sent.',
      },
      result: {
        type: 'string',
        enum: ['created', 'updated', 'unchanged', 'failed'],
        description: 'Whether the row created a record, changed one, left one unchanged, or failed.',
      },
      version: {
        type: ['integer', 'null'],
        description: 'Only with `include=version`: the version of the record after the row, `null` for a failed row.',
      },
      errors,
    },
    ['index', 'id', 'external_id', 'result'],
  ),
  BulkIdResult: described(
    'The result of one id of a bulk request.',
    {
      index,
      id: { ...textOrNull, description: 'The id as sent; `null` if it is no text or too long.' },
      result: {
        type: 'string',
        enum: ['deleted', 'restored', 'failed'],
        description: 'Whether the record was deleted or restored, or the request for it failed.',
      },
      errors,
    },
    ['index', 'id', 'result'],
  ),
};
