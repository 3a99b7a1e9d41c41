import { addressParts } from '../resources/fields.ts';
import type { Resource } from '../resources/resource.ts';
import { accessSchemas } from './access-schemas.ts';
import { addressPart } from './field-schema.ts';
import { filterSchemas } from './filter-schemas.ts';
import type { JsonSchema } from './json-schema.ts';
import { bulkSchemas, upsertSchema } from './bulk-schemas.ts';
import { logSchemas } from './log-schemas.ts';
import { readName, readSchema } from './read-schemas.ts';
import { embeddedSchema, recordSchema, requestSchema, schemaName } from './record-schemas.ts';
import { webhookSchemas } from './webhook-schemas.ts';

const addresses: Record<string, JsonSchema> = {
  Address: {
    type: 'object',
    properties: Object.fromEntries(addressParts.map((part) => [part, addressPart])),
    additionalProperties: false,
  },
  ShownAddress: {
    type: 'object',
    properties: Object.fromEntries(addressParts.map((part) => [part, { type: ['string', 'null'] }])),
    required: [...addressParts],
    additionalProperties: false,
  },
};

function ofResource(resource: Resource): [string, JsonSchema][] {
  const name = schemaName(resource.singular);
  const embedded: [string, JsonSchema] = [`${name}Embedded`, embeddedSchema(resource)];
  if (resource.embeddedOnly) return [embedded];
  return [
    [name, recordSchema(resource)],
    [readName(resource.singular), readSchema(resource)],
    embedded,
    [`${name}Create`, requestSchema(resource, 'create')],
    [`${name}Update`, requestSchema(resource, 'update')],
    ...(resource.bulk ? [[`${name}Upsert`, upsertSchema(resource)] as [string, JsonSchema]] : []),
  ];
}

/** The schemas by which requests are judged and which the document shows: the same objects. */
export const componentSchemas = (resources: readonly Resource[]): Record<string, JsonSchema> => ({
  ...addresses,
  ...logSchemas,
  ...filterSchemas(resources),
  ...accessSchemas,
  ...webhookSchemas,
  ...bulkSchemas,
  ...Object.fromEntries(resources.flatMap(ofResource)),
});
