import type { JsonSchema } from './json-schema.ts';

/** The limit of keys in a record and in each object within it. */
export const mostKeys = 1000;

type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/**
 * The size limits in a request's schema: entries of its lists, keys of its objects. Checking them takes a time that
 * does not depend on the values.
 */
export function sizesOf(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  if (typeof schema['$ref'] === 'string')
    return sizesOf(schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}, schemas);
  const { maxItems, properties, anyOf } = schema as Sizeable;
  return {
    ...(maxItems === undefined ? {} : { maxItems }),
    ...([schema['type']].flat().includes('object') ? { maxProperties: mostKeys } : {}),
    ...(properties ? { properties: ofEach(properties, schemas) } : {}),
    ...(anyOf ? { allOf: anyOf.map((one) => sizesOf(one, schemas)) } : {}),
  };
}

interface Sizeable {
  readonly maxItems?: number;
  readonly properties?: NamedSchemas;
  readonly anyOf?: readonly JsonSchema[];
}

const ofEach = (properties: NamedSchemas, schemas: NamedSchemas): NamedSchemas =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, property]) => [name, sizesOf(property, schemas)] as const)
      .filter(([, sizes]) => Object.keys(sizes).length > 0),
  );
