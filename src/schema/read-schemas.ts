import { capital, oneOf, words } from '../resources/in-words.ts';
import { tieOf } from '../resources/includes.ts';
import { idFields, type Inclusion, requestName, type Resource, valuesAside } from '../resources/resource.ts';
import { orNull } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { recordSchema, schemaName, schemaReference, shown } from './record-schemas.ts';

/** `project` → `ProjectRead`: the schema name of the record as reads return it, with the data that `include` adds. */
export const readName = (singular: string): string => `${schemaName(singular)}Read`;

/** The record with all its keys, and the keys that `include` adds. */
export function readSchema(resource: Resource): JsonSchema {
  const record = recordSchema(resource);
  const description = `${capital(oneOf(resource))} as reads return it: every key, and the data that \`include\` adds.`;
  return { ...record, description, properties: { ...(record['properties'] as object), ...includedKeys(resource) } };
}

/** `project` → `ProjectSparse`: the schema name of the record as `fields` selects it. */
export const sparseName = (singular: string): string => `${schemaName(singular)}Sparse`;

/** The record with only the keys that the query names in `fields`, and the keys that `include` adds. */
export function sparseSchema(resource: Resource): JsonSchema {
  const { required: _, properties, ...schema } = readSchema(resource);
  return {
    ...schema,
    properties: { ...(properties as object), ...ids(resource) },
    description: 'A read with `fields=` returns only the keys that it names. Any key may be absent.',
  };
}

/** The ids of the records that a record refers to. */
const ids = (resource: Resource): Record<string, JsonSchema> =>
  Object.fromEntries(
    idFields(resource).map(([name, field]) => {
      const key = requestName(name, field);
      const id: JsonSchema = field.kind === 'references' ? { type: 'array', items: { type: 'string' } } : anId;
      const what = field.kind === 'references' ? `The ids of \`${name}\`` : `The id of \`${name}\``;
      return [key, { ...id, description: `${what}. Only with \`fields=${key}\`.` }];
    }),
  );

const anId: JsonSchema = { type: ['string', 'null'] };

const includedKeys = (resource: Resource): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries(resource.includes ?? {}).map(([name, inclusion]) => [name, included(resource, name, inclusion)]),
  ),
  ...Object.fromEntries(valuesAside(resource).map(([name, field]) => [name, shown(field)])),
  deleted_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'The time at which the record was deleted; `null` if it is not deleted. Only with `include=deleted_at`.',
  },
  version: {
    type: 'integer',
    minimum: 1,
    description:
      'The version of the record. Send it with your change as `If-Match: "<version>"`. Only with `include=version`.',
  },
});

const plural = ({ plural: name }: Resource): string => name.replaceAll('_', ' ');

function included(resource: Resource, name: string, inclusion: Inclusion): JsonSchema {
  const tie = tieOf(resource, inclusion);
  const asked = `Only with \`include=${name}\`.`;
  if (!tie) {
    const description = `Every move of the project from one stage to another. ${asked}`;
    return { type: 'array', items: schemaReference('StageChange'), description };
  }
  const record = schemaReference(schemaName(tie.family.singular));
  const owner = words(resource);
  return tie.single
    ? orNull({ ...record, description: `The ${words(tie.family)} of the ${owner}. ${asked}` })
    : { type: 'array', items: record, description: `The live ${plural(tie.family)} of the ${owner}. ${asked}` };
}
