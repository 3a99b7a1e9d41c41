import { describe, expect, test } from 'vitest';
import { described } from './described.ts';
import { type Part, partsOf } from './document-parts.ts';

const document = await described();
const parts = [...partsOf(document)];

/** Returns the JSON pointers of the parts that match. */
const places = (isFound: (part: Part['value']) => boolean): string[] =>
  parts.filter(({ value }) => isFound(value)).map(({ at }) => at);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * The formats that the document uses from the OpenAPI format registry. Validators and client generators support them.
 */
const registered = ['date', 'date-time', 'uri', 'uuid'];

const isObject = (value: unknown): value is Part['value'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBare = (schema: unknown): boolean =>
  isObject(schema) && !['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'const'].some((keyword) => keyword in schema);

describe('the document gives a client generator', () => {
  test.each<[string, (part: Part['value']) => boolean]>([
    ['no null among the values of an enumeration', ({ enum: values }) => list(values).includes(null)],
    ['no constant without its type', (part) => 'const' in part && typeof part['type'] !== 'string'],
    ['no unregistered format', ({ format }) => typeof format === 'string' && !registered.includes(format)],
    ['no key that only responses have', ({ readOnly }) => readOnly === true],
    [
      'no alternative without a type',
      ({ anyOf, oneOf, allOf }) => [anyOf, oneOf, allOf].some((schemas) => list(schemas).some(isBare)),
    ],
  ])('%s', (_, isFound) => {
    expect(places(isFound)).toEqual([]);
  });

  test('the types that a custom field can hold', () => {
    const found = parts.filter(({ at }) => /\/(Project|Company|Contact)\w*\/properties\/custom_fields$/.test(at));
    expect(found.length).toBeGreaterThan(10);
    const values = { $ref: '#/components/schemas/CustomFieldValue' };
    expect(
      found.filter(({ value }) => JSON.stringify(value['additionalProperties']) !== JSON.stringify(values)),
    ).toEqual([]);
  });

  test.each([
    'CloseType',
    'ProjectStatus',
    'WorkScope',
    'StageCategory',
    'DurationUnit',
    'TeamRole',
    'UserRole',
    'Scope',
  ])('the enumeration %s as one named schema', (name) => {
    const { enum: values } = document.components.schemas[name] as { enum: string[] };
    expect(places((part) => list(part['enum']).join() === values.join())).toEqual([`/components/schemas/${name}`]);
  });

  test('the status and the codes of an error response as types', () => {
    const { responses } = document.components;
    expect(responses['NotFound']).toMatchObject({
      content: {
        'application/problem+json': {
          schema: {
            allOf: [{}, { properties: { status: { type: 'integer', const: 404 }, code: { type: 'string' } } }],
          },
        },
      },
    });
  });
});
