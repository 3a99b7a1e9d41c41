import { describe, expect, test } from 'vitest';
import { resources } from '../../src/resources/index.ts';
import { ignoredKey, type JsonSchema } from '../../src/schema/json-schema.ts';
import { embeddedSchema, schemaName } from '../../src/schema/record-schemas.ts';
import { described } from './described.ts';
import * as asked from './interface-requests.ts';
import * as specified from './interface-tables.ts';

const { components, paths } = await described();

const wordsOfFormats: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date-time',
  'web-address': 'url',
};

/**
 * Returns the type of a schema in the words of the specification's tables. A nullable type has the same name as the
 * type itself.
 */
function typeOf(schema: JsonSchema): string {
  const choices = schema['anyOf'] as JsonSchema[] | undefined;
  if (choices) return typeOf(choices.find(({ type }) => type !== 'null') ?? {});
  if (typeof schema['$ref'] === 'string') return referred(schema['$ref']);
  const type = [schema['type']].flat().find((name) => name !== 'null') as string;
  if (type === 'array') return `array of ${typeOf(schema['items'] as JsonSchema)}`;
  return (type === 'string' && wordsOfFormats[(schema['format'] ?? schema['x-format']) as string]) || type;
}

function referred(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  if (components.schemas[name]?.['enum']) return 'string';
  const embedded = resources.find(({ singular }) => `${schemaName(singular)}Embedded` === name);
  return embedded?.singular ?? name.replace('Shown', '');
}

const propertiesOf = (schema: JsonSchema | undefined): Record<string, JsonSchema> =>
  (schema?.['properties'] ?? {}) as Record<string, JsonSchema>;

const tableOf = (schema: JsonSchema | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, property]) => [name, typeOf(property)]));

/**
 * Expects that the schema requires exactly the keys of `table`, and that it allows no others except those of
 * `onRequest`.
 */
function expectExactly(schema: JsonSchema | undefined, table: specified.Table, onRequest: specified.Table = {}): void {
  const rule = 'the keys of a record are fixed (docs/versions.md): declare a new field `unlisted`';
  expect(tableOf(schema), rule).toEqual({ ...table, ...onRequest });
  expect(new Set(schema?.['required'] as string[])).toEqual(new Set(Object.keys(table)));
  expect(schema?.['additionalProperties']).toBe(false);
}

describe('the responses have the keys and types of the interface specification', () => {
  test.each(Object.entries(specified.records))('in the record %s', (singular, table) => {
    expectExactly(components.schemas[schemaName(singular)], table);
  });

  const served = resources.filter(({ embeddedOnly }) => !embeddedOnly);

  test.each(served)('in the record $singular with all keys that a client can include', ({ singular, plural }) => {
    const name = schemaName(singular);
    const table = specified.records[singular] ?? tableOf(components.schemas[name]);
    const besides = { ...specified.included[singular], ...specified.includedInAll };
    expectExactly(components.schemas[`${name}Read`], table, besides);
    const answered = (path: string): string => JSON.stringify(paths[path]?.['get']?.['responses']);
    expect(answered(`/${plural}`)).toContain(`#/components/schemas/${name}Read"`);
    expect(answered(`/${plural}/{id}`)).toContain(`#/components/schemas/${name}Read"`);
  });

  test('in a stage change', () => expectExactly(components.schemas['StageChange'], specified.stageChange));

  test.each(Object.entries(specified.embeddedForms))('in the embedded form of %s', (singular, table) => {
    const resource = resources.find((one) => one.singular === singular);
    expectExactly(resource && embeddedSchema(resource), table);
  });

  test('in every form that the document embeds', () => {
    const names = Object.keys(components.schemas).filter((name) => name.endsWith('Embedded'));
    const known = Object.keys(specified.embeddedForms).map((singular) => `${schemaName(singular)}Embedded`);
    expect(known).toEqual(expect.arrayContaining(names));
    expect(names).toContain('CompanyEmbedded');
  });

  test('in an address', () => expectExactly(components.schemas['ShownAddress'], specified.address));

  test('in a webhook message', () => {
    expectExactly(components.schemas['WebhookMessage'], specified.webhookMessage);
    const { payload } = propertiesOf(components.schemas['WebhookMessage']);
    expectExactly(payload, specified.webhookPayload, specified.payloadOfSome);
  });
});

describe('the requests accept the fields of the specification and the fields that the product adds', () => {
  const cases = Object.entries(asked.requestBodies).flatMap(([singular, { specified: table, beyond, ...body }]) =>
    (['create', 'update'] as const).map((action) => {
      const given = Object.entries({ ...table, ...beyond });
      const isTaken = (name: string) => action === 'create' || !body.onlyOnCreate?.includes(name);
      return { singular, action, table: Object.fromEntries(given.filter(([name]) => isTaken(name))) };
    }),
  );

  test.each(cases)('to $action a $singular', ({ singular, action, table }) => {
    const schema = components.schemas[`${schemaName(singular)}${action === 'create' ? 'Create' : 'Update'}`];
    const properties = Object.entries(propertiesOf(schema)).filter(([, property]) => !property[ignoredKey]);
    const types = properties.map(([name, property]) => [name, typeOf(property)] as const);
    const objects = types.filter(([, type]) => type.endsWith('Reference')).map(([name]) => name);
    const others = types.filter(([name]) => !objects.includes(name));
    expect(Object.fromEntries(others)).toStrictEqual(table);
    // A reference is also accepted as an object, under the key of the record.
    const ids = Object.keys(table).filter((name) => /_ids?$/.test(name) && name !== 'external_id');
    expect(objects.toSorted()).toEqual(ids.map((id) => id.replace('y_ids', 'ies').replace(/_id$/, '')).toSorted());
    expect(schema?.['additionalProperties']).toBe(false);
  });

  test('in an address', () => {
    expect(tableOf(components.schemas['Address'])).toEqual(specified.address);
    expect(components.schemas['Address']?.['required']).toBeUndefined();
  });

  test.each(Object.keys(specified.records))('in a %s that a client sends back as it read it', (singular) => {
    const sent = propertiesOf(components.schemas[`${schemaName(singular)}Update`]);
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(specified.records[singular] ?? {})));
  });

  interface Requiring {
    readonly required?: readonly string[];
    readonly else?: { readonly required: readonly string[] };
  }

  const made = resources.filter(({ embeddedOnly }) => !embeddedOnly).map(({ singular }) => singular);

  test.each(made)('and require the specified fields of a new %s', (singular) => {
    const { required = [], else: orElse } = (components.schemas[`${schemaName(singular)}Create`] ?? {}) as Requiring;
    // A required reference may be given as an object instead.
    expect([...required, ...(orElse?.required ?? [])]).toEqual(asked.requiredOnCreate[singular] ?? ['name']);
    expect(components.schemas[`${schemaName(singular)}Update`]?.['required']).toBeUndefined();
  });
});

describe('the operations of the interface specification', () => {
  test.each(asked.operations)('include number %i: %s %s, which returns %i', (number, method, path, success) => {
    const operation = paths[path]?.[method];
    const responses = operation?.['responses'] as Record<string, JsonSchema>;
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual([String(success)]);
    const content = responses[success]?.['content'] as Record<string, { schema: JsonSchema }>;
    expect(Object.keys(propertiesOf(content['application/json']?.schema))).toEqual([asked.wrappers[number]]);
  });

  test.each(asked.operations.filter(([, method]) => method !== 'get'))(
    'require a wrapped body in operation %i, %s %s',
    (number, method, path) => {
      const { content } = paths[path]?.[method]?.['requestBody'] as { content: Record<string, { schema: JsonSchema }> };
      expect(Object.keys(propertiesOf(content['application/json']?.schema))).toEqual([asked.wrappers[number]]);
    },
  );
});
