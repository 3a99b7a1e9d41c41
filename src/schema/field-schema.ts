import type { Field, FieldKind } from '../resources/fields.ts';
import type { JsonSchema } from './json-schema.ts';

/** Any text but NUL and lone surrogates, which no store can keep. */
const anyText = '^[^\\u0000\\uD800-\\uDFFF]*$';
/** Any text, and not blank. Two patterns, because one for both would take a time that grows with the square. */
const someText: JsonSchema = { pattern: anyText, allOf: [{ pattern: '\\S' }] };

const identifier: JsonSchema = { type: 'string', maxLength: 255 };

type Lengthy = Field & { minLength?: number; maxLength: number };

function lengthy(field: Field): JsonSchema {
  const { minLength, maxLength } = field as Lengthy;
  const atLeast = minLength === undefined ? {} : { minLength };
  return { type: 'string', ...atLeast, maxLength, ...(field.required ? someText : { pattern: anyText }) };
}

const schemas: Record<FieldKind, (field: Field) => JsonSchema> = {
  text: lengthy,
  long_text: lengthy,
  url: (field) => ({ ...lengthy(field), format: 'web-address' }),
  email: (field) => ({ ...lengthy(field), format: 'email-address' }),
  texts: () => ({ type: 'array', items: { type: 'string', maxLength: 255, ...someText }, maxItems: 1000 }),
  count: () => ({ type: 'integer', minimum: 0, maximum: 2_147_483_647 }),
  cents: () => ({ type: 'integer', minimum: 0, maximum: 999_999_999_999_999 }),
  amount: () => ({ type: 'number', minimum: 0, maximum: 9_999_999_999_999.99, format: 'two-decimals' }),
  fraction: () => ({ type: 'number', minimum: 0, maximum: 1 }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  date_time: () => ({ type: 'string', format: 'date-time' }),
  choice: (field) => ({ type: 'string', enum: 'values' in field ? field.values : [] }),
  entry_key: () => identifier,
  reference: () => identifier,
  references: () => ({ type: 'array', items: identifier, maxItems: 1000 }),
  parts: (field) => ({
    type: 'array',
    items: { type: 'string', enum: 'values' in field ? field.values : [] },
    maxItems: 1000,
    uniqueItems: true,
  }),
  address: () => ({ $ref: '#/components/schemas/Address' }),
  custom_fields: () => ({ type: 'object' }),
};

/** A name of something: one line that is not blank. */
export const nameSchema: JsonSchema = { type: 'string', maxLength: 255, ...someText };

/** The schema of a field's value, when it has one. */
export const valueSchema = (field: Field): JsonSchema => schemas[field.kind](field);

/** The same, or `null`. */
export function orNull(schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'] as readonly unknown[] | undefined;
  return { ...schema, type: [schema['type'], 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/** The six parts of an address as accepted: each may be missing or `null`. */
export const addressPart: JsonSchema = { type: ['string', 'null'], maxLength: 255, pattern: anyText };
