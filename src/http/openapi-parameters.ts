import type { JsonSchema } from '../schema/json-schema.ts';

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  description,
  schema,
});

/** The request headers that many operations take. */
export const parameterComponents = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'Any text of your own. The same request under the same key within 24 hours is done once and answered alike.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: header(
    'If-Match',
    'The `ETag` of the record as you know it, in its quotes, or `*`; when it has changed since, nothing is done and the ' +
      'answer is 412.',
    { type: 'string' },
  ),
  ActingUser: header(
    'Plumbline-Acting-User',
    'The id of the user in whose name to act. For tokens with the scope `admin` that belong to an admin.',
    { type: 'string' },
  ),
} as const satisfies Record<string, JsonSchema>;

export const parameterReference = (name: keyof typeof parameterComponents): JsonSchema => ({
  $ref: `#/components/parameters/${name}`,
});
