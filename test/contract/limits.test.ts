import { describe, expect, it } from 'vitest';
import { resources } from '../../src/resources/index.ts';
import { componentSchemas } from '../../src/schema/components.ts';
import type { Json } from '../support/service/client.ts';
import { resolved } from '../support/data/hostile.ts';
import { described } from './described.ts';

const document = (await described()) as Json;

interface Part {
  readonly at: string;
  readonly schema: Json;
}

/** Returns the schema and all schemas inside it, except those of ignored fields. */
function partsOf(at: string, schema: Json): Part[] {
  const part = resolved(document, schema);
  if (part.readOnly === true || part['x-ignored'] === true) return [];
  const choices = [part.anyOf, part.oneOf, part.allOf].flatMap((some: Json) => (some ?? []) as Json[]);
  return [
    { at, schema: part },
    ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => partsOf(`${at}/${name}`, inner)),
    ...choices.flatMap((inner) => partsOf(at, inner)),
    ...(part.items ? partsOf(`${at}/0`, part.items) : []),
  ];
}

/** Leaves out the token endpoint: RFC 6749 defines its fields, and its body has at most 64 KiB. */
const parts = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).flatMap(([method, operation]) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    return schema && path !== '/oauth/token' ? partsOf(`${method} ${path} `, schema) : [];
  }),
);

const typesOf = (schema: Json): string[] => [schema.type ?? []].flat();
const without = (type: string, isFine: (schema: Json, at: string) => boolean) =>
  parts.filter(({ schema, at }) => typesOf(schema).includes(type) && !isFine(schema, at)).map(({ at }) => at);

describe('the schemas that validate requests', () => {
  it('limit the number of entries of every list', () => {
    expect(parts.length).toBeGreaterThan(300);
    expect(without('array', ({ maxItems }) => maxItems <= 10_000)).toEqual([]);
  });

  it('limit the length of every string or list its values', () => {
    const isBounded = (schema: Json) =>
      schema.maxLength <= 65_535 || 'enum' in schema || 'const' in schema || schema.format === 'date';
    expect(without('string', isBounded)).toEqual([]);
  });

  it('limit the keys of every object or their number', () => {
    // A mapping of a column can replace thousands of values.
    const mostKeys = (at: string): number => (at.endsWith('/map/values') ? 5000 : 1000);
    const isBounded = (schema: Json, at: string) =>
      schema.additionalProperties === false || schema.maxProperties <= mostKeys(at);
    expect(without('object', isBounded)).toEqual([]);
  });

  it('require unique entries only in lists of strings, which the service compares in one pass', () => {
    const lists = schemasWithin(componentSchemas(resources)).filter(({ uniqueItems }) => uniqueItems);
    expect(lists.length).toBeGreaterThan(3);
    expect(lists.filter(({ items }) => items.type !== 'string')).toEqual([]);
  });
});

function schemasWithin(part: Json): Json[] {
  if (typeof part !== 'object' || part === null) return [];
  return [part, ...Object.values(part).flatMap(schemasWithin)];
}
