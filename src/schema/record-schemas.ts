import type { Field } from '../resources/fields.ts';
import { resourceOf } from '../resources/index.ts';
import { acceptedFields, listedFields, type Resource, requestName } from '../resources/resource.ts';
import { orNull, valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** `project_stage` → `ProjectStage`: the name of a schema in the document. */
export const schemaName = (snake: string): string =>
  snake.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const identity: Record<string, JsonSchema> = {
  id: { type: 'string' },
  created_at: { type: 'string', format: 'date-time' },
  updated_at: { type: 'string', format: 'date-time' },
};

/** An object that has all these keys and no other. */
export const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A field's value as answered. */
export function shown(field: Field): JsonSchema {
  if (field.kind === 'reference')
    return orNull(schemaReference(`${schemaName(resourceOf(field.to).singular)}Embedded`));
  if (field.kind === 'references') {
    return { type: 'array', items: schemaReference(`${schemaName(resourceOf(field.to).singular)}Embedded`) };
  }
  if (field.kind === 'parts') {
    return { type: 'array', items: schemaReference(`${schemaName(resourceOf(field.of).singular)}Embedded`) };
  }
  if (field.kind === 'address') return orNull(schemaReference('ShownAddress'));
  if (field.kind === 'custom_fields') return { type: 'object' };
  const { pattern: _, allOf: __, ...schema } = valueSchema(field);
  return field.required || field.empty !== undefined ? schema : orNull(schema);
}

/** The record as answered: every key present, no other. */
export const recordSchema = (resource: Resource): JsonSchema =>
  closed({
    ...identity,
    ...Object.fromEntries(listedFields(resource).map(([name, field]) => [name, shown(field)])),
  });

/** The record where another one embeds it. */
export const embeddedSchema = (resource: Resource): JsonSchema =>
  closed({
    ...identity,
    ...Object.fromEntries(
      listedFields(resource)
        .filter(([name]) => resource.embedded.includes(name))
        .map(([name, field]) => [name, shown(field)]),
    ),
  });

/** What a record returns and does not accept: taken as sent and ignored, so that a client may send back what it read. */
const ignored: JsonSchema = { readOnly: true, description: 'Accepted and ignored.' };

function ignoredKeys(resource: Resource): Record<string, JsonSchema> {
  const keys = ['id', 'created_at', 'updated_at', 'deleted_at', ...listedFields(resource).map(([name]) => name)];
  keys.push(...Object.keys(resource.includes ?? {}));
  // What was fixed when the record was made may be said again.
  const fixed = Object.entries(resource.fields).filter(([, field]) => field.fixed);
  keys.push(...fixed.map(([name, field]) => requestName(name, field)), ...(resource.ignored ?? []));
  return Object.fromEntries(keys.map((key) => [key, ignored]));
}

/** What a client may send, without its wrapper. */
export function requestSchema(resource: Resource, action: 'create' | 'update'): JsonSchema {
  const accepted = acceptedFields(resource, action).map(([name, field]): [string, JsonSchema] => [
    requestName(name, field),
    // Taking a secret away is not clearing a field: it has an operation of its own, or there is none.
    field.required || field.secret ? valueSchema(field) : orNull(valueSchema(field)),
  ]);
  const required = acceptedFields(resource, action).filter(([, field]) => field.required);
  return {
    type: 'object',
    properties: { ...ignoredKeys(resource), ...Object.fromEntries(accepted) },
    ...(action === 'create' && required.length > 0
      ? { required: required.map(([name, field]) => requestName(name, field)) }
      : {}),
    additionalProperties: false,
  };
}

/** One value under its one key, as bodies go and come. */
export const wrapped = (key: string, schema: JsonSchema): JsonSchema => closed({ [key]: schema });
