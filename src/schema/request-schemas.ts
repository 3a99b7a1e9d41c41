import type { Field } from '../resources/fields.ts';
import { oneOf, words } from '../resources/in-words.ts';
import { resourceOf } from '../resources/index.ts';
import {
  acceptedFields,
  isReference,
  listedFields,
  type Resource,
  requestName,
  valuesAside,
} from '../resources/resource.ts';
import { createConditions, having } from './create-conditions.ts';
import { orNull, valueSchema, wordsOf } from './field-schema.ts';
import { besides, described, ignored, type JsonSchema } from './json-schema.ts';
import { namedRecord, namedRecords } from './reference-schemas.ts';

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
  keys.push(...fixed.flatMap(([name, field]) => [name, requestName(name, field)]), ...(resource.ignored ?? []));
  return Object.fromEntries(keys.map((key) => [key, ignored]));
}

/** Requests cannot clear a secret: removing it has its own operation, or there is none. */
const given = (field: Field, schema: JsonSchema): JsonSchema =>
  field.required || field.secret ? schema : orNull(schema);

/** The keys of a field in a request. A reference has two: for its id, and for an object that names the record. */
function keysOf(name: string, field: Field): [string, JsonSchema][] {
  const key = requestName(name, field);
  if (!isReference(field)) return [[key, { ...wordsOf(field), ...given(field, valueSchema(field)) }]];
  const isOne = field.kind === 'reference';
  const target = resourceOf(field.to);
  const objects = isOne ? namedRecord(target) : namedRecords(target, field);
  return [
    [key, { ...wordsOf(field, isOne ? ' Sent as an id.' : ' Sent as ids.'), ...given(field, valueSchema(field)) }],
    [name, { description: inObjects(key, isOne), ...given(field, objects) }],
  ];
}

const inObjects = (key: string, isOne: boolean): string =>
  isOne
    ? `The record of \`${key}\`, named by an object. One that names the stored record counts as absent.`
    : `The records of \`${key}\`, each named by an object. The stored ones in the same order count as absent.`;

/** The schema of a request's record, without its wrapper. */
export function requestSchema(resource: Resource, action: 'create' | 'update'): JsonSchema {
  const fields = acceptedFields(resource, action);
  const accepted = fields.flatMap(([name, field]) => keysOf(name, field));
  const required = fields.filter(([, field]) => action === 'create' && field.required);
  const condition = action === 'create' ? createConditions[resource.plural] : undefined;
  const description = purposes[action](resource);
  return {
    ...described(
      description,
      { ...ignoredKeys(resource), ...Object.fromEntries(accepted) },
      required.filter(([, field]) => !isReference(field)).map(([name, field]) => requestName(name, field)),
    ),
    ...required.filter(([, field]) => isReference(field)).map(eitherKey)[0],
    ...(condition && {
      [besides]: { ...condition, description: `${description} ${String(condition['description'])}` },
    }),
  };
}

/** Requires a reference under one of its keys. No resource requires two references. */
const eitherKey = ([name, field]: readonly [string, Field]): JsonSchema => {
  const key = requestName(name, field);
  return { if: having({ [name]: {} }, [name]), else: having({ [key]: {} }, [key]) };
};

const purposes = {
  create: (resource: Resource) => `The fields of a new ${words(resource)}.`,
  update: (resource: Resource) =>
    `The fields to change of ${oneOf(resource)}. An absent field keeps its value, and \`null\` clears it.`,
};
