import type { JsonSchema } from './json-schema.ts';

/** The schema of a request to set a record back to an earlier version. */
export const reversionSchemas: Readonly<Record<string, JsonSchema>> = {
  Reversion: {
    type: 'object',
    description: 'The version to go back to.',
    properties: {
      version: {
        type: 'integer',
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'A version of the record, as its `ETag` gave it. Every field that changed after it is set back.',
      },
      force: {
        type: 'boolean',
        description: 'Also set back fields that other users have changed since. The default is `false`.',
      },
    },
    required: ['version'],
    additionalProperties: false,
  },
};
