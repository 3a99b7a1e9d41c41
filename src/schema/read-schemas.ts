import { tieOf, valuesAside } from '../resources/includes.ts';
import type { Inclusion, Resource } from '../resources/resource.ts';
import { orNull } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { recordSchema, schemaName, schemaReference, shown } from './record-schemas.ts';

/** `project` → `ProjectRead`: the name of the record as reads answer it, with what was asked for besides. */
export const readName = (singular: string): string => `${schemaName(singular)}Read`;

/** The record with every key that it always has, and those that are there when `include` names them. */
export function readSchema(resource: Resource): JsonSchema {
  const record = recordSchema(resource);
  return { ...record, properties: { ...(record['properties'] as object), ...includedKeys(resource) } };
}

const includedKeys = (resource: Resource): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries(resource.includes ?? {}).map(([name, inclusion]) => [name, included(resource, inclusion)]),
  ),
  ...Object.fromEntries(valuesAside(resource).map(([name, field]) => [name, shown(field)])),
  deleted_at: { type: ['string', 'null'], format: 'date-time' },
});

function included(resource: Resource, inclusion: Inclusion): JsonSchema {
  const tie = tieOf(resource, inclusion);
  if (!tie) return { type: 'array', items: schemaReference('StageChange') };
  const record = schemaReference(schemaName(tie.family.singular));
  return tie.single ? orNull(record) : { type: 'array', items: record };
}
