import type { Field, FieldKind } from '../resources/fields.ts';
import { besides, type JsonSchema, textForm } from './json-schema.ts';
import { mostKeys } from './sizes.ts';

/** Any text without NUL and lone surrogates, which no store can keep. */
export const anyText = '^[^\\u0000\\uD800-\\uDFFF]*$';
/** A storable text that is not blank. Its first two parts have no character in common, so it runs in linear time. */
export const someText = '^\\s*[^\\s\\u0000\\uD800-\\uDFFF][^\\u0000\\uD800-\\uDFFF]*$';

/** The custom fields as the document shows them. Their definitions validate requests. */
export const customValues: JsonSchema = { additionalProperties: { $ref: '#/components/schemas/CustomFieldValue' } };

/** The values that custom fields can hold. The `field_type` of a custom field determines which of them it accepts. */
export const customFieldValue: JsonSchema = {
  description:
    'A text, a date, an option or the id of a user (string), a number or an amount (number), `true` or `false`, options ' +
    '(array); `null` when empty.',
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
    { type: 'null' },
  ],
};

const identifier: JsonSchema = { type: 'string', maxLength: 255, pattern: anyText, [textForm]: 'key' };

/** The limit of characters of a text that names a record. The longest one is an e-mail address. */
export const longestName = 320;

/** The limit of characters of a time, with room for any precision of clocks. */
export const longestTime = 64;

type LengthyField = Field & { minLength?: number; maxLength: number };

function lengthy(field: Field): JsonSchema {
  const { minLength, maxLength } = field as LengthyField;
  const atLeast = minLength === undefined ? {} : { minLength };
  return { type: 'string', ...atLeast, maxLength, pattern: field.required ? someText : anyText, ...formOf(field) };
}

function formOf({ keyed, secret }: Field): JsonSchema {
  if (secret) return { [textForm]: 'as_sent' };
  return keyed ? { [textForm]: 'key' } : {};
}

const lines: JsonSchema = {
  type: 'array',
  items: { type: 'string', maxLength: 255, pattern: someText },
  maxItems: 1000,
};

/**
 * Values of a closed set, each once. The items are inline: behind a reference, Ajv does not see that they are strings,
 * and compares every pair.
 */
const several = (values: readonly string[], field: Field): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: values },
  ...(field.required ? { ...wordsOf(field), minItems: 1 } : {}),
  maxItems: values.length,
  uniqueItems: true,
});

function limitsOf(field: Field): JsonSchema {
  if (field.kind !== 'count') return {};
  const { minimum, maximum } = field;
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}

/** The document shows what a rule requires of an object. */
const documented = (field: Field): JsonSchema =>
  field.kind === 'document' && field.schema !== undefined
    ? { [besides]: { $ref: `#/components/schemas/${field.schema}` } }
    : {};

const schemas: Record<FieldKind, (field: Field) => JsonSchema> = {
  text: lengthy,
  long_text: lengthy,
  url: (field) => ({ ...lengthy(field), format: 'web-address' }),
  email: (field) => ({ ...lengthy(field), format: 'email-address', [textForm]: 'email' }),
  texts: (field) => ('values' in field ? several(field.values, field) : lines),
  count: (field) => ({ type: 'integer', minimum: 0, maximum: 2_147_483_647, ...limitsOf(field) }),
  cents: () => ({ type: 'integer', minimum: 0, maximum: 999_999_999_999_999 }),
  amount: () => ({ type: 'number', minimum: 0, maximum: 9_999_999_999_999.99, format: 'two-decimals' }),
  fraction: () => ({ type: 'number', minimum: 0, maximum: 1 }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  date_time: () => ({ type: 'string', format: 'date-time', maxLength: longestTime }),
  choice: (field) => ({ type: 'string', enum: 'values' in field ? field.values : [] }),
  entry_key: () => identifier,
  reference: () => identifier,
  references: (field) => ({ type: 'array', items: identifier, maxItems: mostOf(field) }),
  parts: (field) => ({
    type: 'array',
    items: { type: 'string', enum: 'values' in field ? field.values : [] },
    maxItems: 1000,
    uniqueItems: true,
  }),
  address: () => ({ $ref: '#/components/schemas/Address' }),
  document: (field) => ({ type: 'object', maxProperties: mostKeys, [textForm]: 'as_sent', ...documented(field) }),
  custom_fields: () => ({ type: 'object', maxProperties: mostKeys, [besides]: customValues }),
};

/** The limit of records that a list of references names. */
export const mostOf = (field: Field): number => ('most' in field ? field.most : undefined) ?? 1000;

/** A name: one line that is not blank. */
export const nameSchema: JsonSchema = { type: 'string', maxLength: 255, pattern: someText };

/** The description from a field's declaration. */
export const wordsOf = ({ description }: Field, more = ''): JsonSchema =>
  description === undefined ? {} : { description: `${description}${more}` };

/** The schema of a field's value. */
export const valueSchema = (field: Field): JsonSchema => schemas[field.kind](field);

/** A schema that also accepts `null`. */
export function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  const said = description === undefined ? {} : { description };
  if ('$ref' in schema) return { ...said, anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'] as readonly unknown[] | undefined;
  return { ...said, ...schema, type: [schema['type'], 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/** A part of an address in a request: it can be absent or `null`. */
export const addressPart: JsonSchema = { type: ['string', 'null'], maxLength: 255, pattern: anyText };
