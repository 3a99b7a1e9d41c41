import type { Field, FieldKind } from '../resources/fields.ts';
import { capital, oneOf, words } from '../resources/in-words.ts';
import { resourceOf } from '../resources/index.ts';
import { acceptedFields, listedFields, type Resource, requestName, valuesAside } from '../resources/resource.ts';
import { createConditions } from './create-conditions.ts';
import { customValues, orNull, valueSchema, wordsOf } from './field-schema.ts';
import { besides, closed, described, ignored, instant, type JsonSchema, text } from './json-schema.ts';

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

function ignoredKeys(resource: Resource): Record<string, JsonSchema> {
  const keys = [
    'id',
    'created_at',
    'updated_at',
    'deleted_at',
    'version',
    ...listedFields(resource).map(([name]) => name),
  ];
  keys.push(...Object.keys(resource.includes ?? {}), ...valuesAside(resource).map(([name]) => name));
  // A request can repeat the fields that were fixed on create.
  const fixed = Object.entries(resource.fields).filter(([, field]) => field.fixed);
  keys.push(...fixed.map(([name, field]) => requestName(name, field)), ...(resource.ignored ?? []));
  return Object.fromEntries(keys.map((key) => [key, ignored]));
}

/** Requests cannot clear a secret: removing it has its own operation, or there is none. */
const given = (field: Field): JsonSchema =>
  field.required || field.secret ? valueSchema(field) : orNull(valueSchema(field));

/** Requests name records by their ids; responses embed them. */
const byId: Readonly<Partial<Record<FieldKind, string>>> = {
  reference: ' Sent as an id.',
  references: ' Sent as ids.',
};

/** The schema of a request's record, without its wrapper. */
export function requestSchema(resource: Resource, action: 'create' | 'update'): JsonSchema {
  const accepted = acceptedFields(resource, action).map(([name, field]): [string, JsonSchema] => [
    requestName(name, field),
    { ...wordsOf(field, byId[field.kind]), ...given(field) },
  ]);
  const required = acceptedFields(resource, action).filter(([, field]) => action === 'create' && field.required);
  const condition = action === 'create' ? createConditions[resource.plural] : undefined;
  const description = purposes[action](resource);
  return {
    ...described(
      description,
      { ...ignoredKeys(resource), ...Object.fromEntries(accepted) },
      required.map(([name, field]) => requestName(name, field)),
    ),
    ...(condition && {
      [besides]: { ...condition, description: `${description} ${String(condition['description'])}` },
    }),
  };
}

const purposes = {
  create: (resource: Resource) => `The fields of a new ${words(resource)}.`,
  update: (resource: Resource) =>
    `The fields to change of ${oneOf(resource)}. An absent field keeps its value, and \`null\` clears it.`,
};

/** A list under one key, each item by the named schema. */
export const wrappedList = (key: string, name: string, description: string): JsonSchema =>
  wrapped(key, { type: 'array', items: schemaReference(name), description });

/** One value under its one key, as in request and response bodies. */
export const wrapped = (key: string, schema: JsonSchema): JsonSchema => closed({ [key]: schema });
