import type { Field } from '../resources/fields.ts';
import { capital, oneOf } from '../resources/in-words.ts';
import { resourceOf } from '../resources/index.ts';
import { listedFields, type Resource } from '../resources/resource.ts';
import { customValues, orNull, valueSchema, wordsOf } from './field-schema.ts';
import { closed, described, instant, type JsonSchema, text } from './json-schema.ts';

/** `project_stage` → `ProjectStage`: the name of a schema in the document. */
export const schemaName = (snake: string): string =>
  snake.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The keys that every record has. */
export const identity = {
  id: { ...text, description: 'The id of the record, assigned by the service: a whole number as a string.' },
  created_at: { ...instant, description: 'The time at which the record was created.' },
  updated_at: { ...instant, description: 'The time at which a field of the record itself last changed.' },
} as const satisfies Record<string, JsonSchema>;

/** The schema of a field's value in responses, with the declared description. */
export const shown = (field: Field): JsonSchema => ({ ...wordsOf(field), ...shownValue(field) });

function shownValue(field: Field): JsonSchema {
  if (field.kind === 'reference') return nullUnlessFilled(field, embedded(field.to));
  if (field.kind === 'references') return { type: 'array', items: embedded(field.to) };
  if (field.kind === 'parts') return { type: 'array', items: embedded(field.of) };
  if (field.kind === 'address') return orNull(schemaReference('ShownAddress'));
  if (field.kind === 'document' && field.schema !== undefined) return schemaReference(field.schema);
  if (field.kind === 'custom_fields') return { type: 'object', ...customValues };
  const { pattern: _, ...schema } = valueSchema(field);
  return nullUnlessFilled(field, schema);
}

const embedded = (plural: string): JsonSchema => schemaReference(`${schemaName(resourceOf(plural).singular)}Embedded`);

/** With `null`, unless a stored record always has a value. */
const nullUnlessFilled = (field: Field, schema: JsonSchema): JsonSchema =>
  field.required || field.filled || field.empty !== undefined || field.kind === 'texts' ? schema : orNull(schema);

/** The schema of a record in responses: all keys are present, and no others. */
export const recordSchema = (resource: Resource): JsonSchema =>
  described(`${capital(oneOf(resource))} as the answer to a change returns it, with every key.`, {
    ...identity,
    ...Object.fromEntries(listedFields(resource).map(([name, field]) => [name, shown(field)])),
  });

/** The schema of a record that another record embeds. */
export const embeddedSchema = (resource: Resource): JsonSchema =>
  described(`${capital(oneOf(resource))} where another record embeds it: the keys that identify it.`, {
    ...identity,
    ...Object.fromEntries(
      listedFields(resource)
        .filter(([name]) => resource.embedded.includes(name))
        .map(([name, field]) => [name, shown(field)]),
    ),
  });

/** A list under one key, each item by the named schema. */
export const wrappedList = (key: string, name: string, description: string): JsonSchema =>
  wrapped(key, { type: 'array', items: schemaReference(name), description });

/** One value under its one key, as in request and response bodies. */
export const wrapped = (key: string, schema: JsonSchema): JsonSchema => closed({ [key]: schema });
