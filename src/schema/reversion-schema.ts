import { type JsonSchema, described, text } from './json-schema.ts';

const version: JsonSchema = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };

const properties: Record<string, JsonSchema> = {
  version: {
    ...version,
    description: 'A version of the record, as its `ETag` gave it. Every field that changed after it is set back.',
  },
  until: {
    ...version,
    description:
      'The last version whose changes are taken back. The default is the current one. A field that changed after it ' +
      'counts as changed by another user.',
  },
  force: {
    type: 'boolean',
    description: 'Also set back fields that other users have changed since. The default is `false`.',
  },
};

/** The schemas of requests to set records back to earlier versions. */
export const reversionSchemas: Readonly<Record<string, JsonSchema>> = {
  Reversion: described('The version to go back to.', properties, ['version']),
  BulkReversion: described(
    'A record, and the version to go back to.',
    { id: { ...text, minLength: 1, maxLength: 255, description: 'The id of the record.' }, ...properties },
    ['id', 'version'],
  ),
};
