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

/** A schema as the specification's tables would name it; what may be null is named like what may not. */
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

/** Every key is always there, and no other but those that are there when they are asked for. */
function expectExactly(schema: JsonSchema | undefined, table: specified.Table, onRequest: specified.Table = {}): void {
  expect(tableOf(schema)).toEqual({ ...table, ...onRequest });
  expect(new Set(schema?.['required'] as string[])).toEqual(new Set(Object.keys(table)));
  expect(schema?.['additionalProperties']).toBe(false);
}

describe('the answers have the keys and types of the interface specification', () => {
  test.each(Object.entries(specified.records))('the record %s', (singular, table) => {
    expectExactly(components.schemas[schemaName(singular)], table);
  });

  const served = resources.filter(({ embeddedOnly }) => !embeddedOnly);

  test.each(served)('the record $singular as it is read, with what was asked for besides', ({ singular, plural }) => {
    const name = schemaName(singular);
    const table = specified.records[singular] ?? tableOf(components.schemas[name]);
    const besides = specified.included[singular] ?? { deleted_at: 'date-time' };
    expectExactly(components.schemas[`${name}Read`], table, besides);
    const answered = (path: string): string => JSON.stringify(paths[path]?.['get']?.['responses']);
    expect(answered(`/${plural}`)).toContain(`#/components/schemas/${name}Read"`);
    expect(answered(`/${plural}/{id}`)).toContain(`#/components/schemas/${name}Read"`);
  });

  test('a change of stage', () => expectExactly(components.schemas['StageChange'], specified.stageChange));

  test.each(Object.entries(specified.embeddedForms))('the embedded form of %s', (singular, table) => {
    const resource = resources.find((one) => one.singular === singular);
    expectExactly(resource && embeddedSchema(resource), table);
  });

  test('every form that the document embeds is one of the specification', () => {
    const names = Object.keys(components.schemas).filter((name) => name.endsWith('Embedded'));
    const known = Object.keys(specified.embeddedForms).map((singular) => `${schemaName(singular)}Embedded`);
    expect(known).toEqual(expect.arrayContaining(names));
    expect(names).toContain('CompanyEmbedded');
  });

  test('an address', () => expectExactly(components.schemas['ShownAddress'], specified.address));

  test('a webhook message', () => {
    expectExactly(components.schemas['WebhookMessage'], specified.webhookMessage);
    const { payload } = propertiesOf(components.schemas['WebhookMessage']);
    expectExactly(payload, specified.webhookPayload);
  });
});

describe('the requests take the fields of the interface specification, and those decided since', () => {
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
    expect(Object.fromEntries(properties.map(([name, property]) => [name, typeOf(property)]))).toStrictEqual(table);
    expect(schema?.['additionalProperties']).toBe(false);
  });

  test('an address', () => {
    expect(tableOf(components.schemas['Address'])).toEqual(specified.address);
    expect(components.schemas['Address']?.['required']).toBeUndefined();
  });

  test.each(Object.keys(specified.records))('a %s may be sent back as it was read', (singular) => {
    const sent = propertiesOf(components.schemas[`${schemaName(singular)}Update`]);
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(specified.records[singular] ?? {})));
  });

  const made = resources.filter(({ embeddedOnly }) => !embeddedOnly).map(({ singular }) => singular);

  test.each(made)('what a %s cannot be made without', (singular) => {
    const required = components.schemas[`${schemaName(singular)}Create`]?.['required'] ?? [];
    expect(required).toEqual(asked.requiredOnCreate[singular] ?? ['name']);
    expect(components.schemas[`${schemaName(singular)}Update`]?.['required']).toBeUndefined();
  });
});

describe('the operations of the interface specification are there', () => {
  test.each(asked.operations)('%i: %s %s answers %i', (number, method, path, success) => {
    const operation = paths[path]?.[method];
    const responses = operation?.['responses'] as Record<string, JsonSchema>;
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual([String(success)]);
    const content = responses[success]?.['content'] as Record<string, { schema: JsonSchema }>;
    expect(Object.keys(propertiesOf(content['application/json']?.schema))).toEqual([asked.wrappers[number]]);
  });

  test.each(asked.operations.filter(([, method]) => method !== 'get'))(
    '%i: %s %s takes a wrapped body',
    (number, method, path) => {
      const { content } = paths[path]?.[method]?.['requestBody'] as { content: Record<string, { schema: JsonSchema }> };
      expect(Object.keys(propertiesOf(content['application/json']?.schema))).toEqual([asked.wrappers[number]]);
    },
  );
});
