import { addressParts } from '../resources/fields.ts';
import { archiveSchemas } from './archive-schemas.ts';
import { resourceOf } from '../resources/index.ts';
import { acceptedFields, isReference, type Resource } from '../resources/resource.ts';
import { accountSchemas, credentialSchemas, preferenceSchemas, webhookSchemas } from './managed-schemas.ts';
import { backupSchemas } from './backup-schemas.ts';
import { fileSchemas } from './file-schemas.ts';
import { addressPart, customFieldValue } from './field-schema.ts';
import { demoSchemas } from './demo-schemas.ts';
import { directorySchema } from './directory-schema.ts';
import { filterSchemas } from './filter-schemas.ts';
import { importSchemas } from './import-schemas.ts';
import { described, type JsonSchema, textOrNull } from './json-schema.ts';
import { bulkSchemas, upsertSchema } from './bulk-schemas.ts';
import { logSchemas } from './log-schemas.ts';
import { timelineSchemas } from './timeline-schemas.ts';
import { sessionSchemas } from './session-schemas.ts';
import { readName, readSchema, sparseName, sparseSchema } from './read-schemas.ts';
import { reversionSchemas } from './reversion-schema.ts';
import { embeddedSchema, recordSchema, schemaName } from './record-schemas.ts';
import { referenceName, referenceSchema } from './reference-schemas.ts';
import { requestSchema } from './request-schemas.ts';

const partInWords: Readonly<Record<(typeof addressParts)[number], JsonSchema>> = {
  street_address: { description: 'Street and number.' },
  street_address2: { description: 'The second line of the street address, such as a suite.' },
  city: { description: 'City or town.' },
  state: { description: 'State or province, stored as sent.' },
  zip: { description: 'ZIP or postal code.' },
  country: { description: 'Country, stored as sent.' },
};

const addresses: Record<string, JsonSchema> = {
  Address: described(
    'The parts of an address to change. An absent part keeps its value, and `null` clears it.',
    Object.fromEntries(addressParts.map((part) => [part, { ...addressPart, ...partInWords[part] }])),
    [],
  ),
  ShownAddress: described(
    'An address with all its parts. Empty parts are `null`.',
    Object.fromEntries(addressParts.map((part) => [part, { ...textOrNull, ...partInWords[part] }])),
  ),
};

function ofResource(resource: Resource): [string, JsonSchema][] {
  const name = schemaName(resource.singular);
  const embedded: [string, JsonSchema] = [`${name}Embedded`, embeddedSchema(resource)];
  if (resource.embeddedOnly) return [embedded];
  return [
    [name, recordSchema(resource)],
    [readName(resource.singular), readSchema(resource)],
    [sparseName(resource.singular), sparseSchema(resource)],
    embedded,
    [`${name}Create`, requestSchema(resource, 'create')],
    [`${name}Update`, requestSchema(resource, 'update')],
    ...(resource.bulk ? [[`${name}Upsert`, upsertSchema(resource)] as [string, JsonSchema]] : []),
  ];
}

/** The objects by which requests name records. */
const names = (resources: readonly Resource[]): [string, JsonSchema][] => {
  const fields = resources.flatMap((resource) => acceptedFields(resource, 'create').map(([, field]) => field));
  const targets = new Set(fields.flatMap((field) => (isReference(field) ? [resourceOf(field.to)] : [])));
  return [...targets].map((target) => [referenceName(target.singular), referenceSchema(target)]);
};

/** The schemas that validate requests. The document shows the same objects. */
export const componentSchemas = (resources: readonly Resource[]): Record<string, JsonSchema> => ({
  ...addresses,
  CustomFieldValue: customFieldValue,
  ...logSchemas,
  ...timelineSchemas,
  ...filterSchemas(resources),
  ...credentialSchemas,
  ...accountSchemas,
  ...sessionSchemas,
  ...preferenceSchemas,
  ...webhookSchemas,
  Directory: directorySchema,
  ...demoSchemas,
  ...archiveSchemas,
  ...backupSchemas,
  ...fileSchemas,
  ...importSchemas,
  ...bulkSchemas,
  ...reversionSchemas,
  ...Object.fromEntries(names(resources)),
  ...Object.fromEntries(resources.flatMap(ofResource)),
});
