import type { Field } from '../resources/fields.ts';
import { anyText, customFieldValue, longestTime, valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { mostKeys } from './sizes.ts';

/** A component of the document, as the schemas of archives refer to it. */
export const component = (name: string): JsonSchema => ({ $ref: `document#/components/schemas/${name}` });

/** A text that Postgres can store. */
export const storedText = (maxLength: number): JsonSchema => ({ type: 'string', maxLength, pattern: anyText });

/** A number of things, which every JSON parser reads exactly. */
export const storedCount: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const storedInstant: JsonSchema = { type: 'string', format: 'date-time', maxLength: longestTime };

/** The schema of a value that clients give, as it is stored. */
export function storedValue(field: Field): JsonSchema {
  if (field.kind === 'address') return storedText(255);
  if (field.kind === 'custom_fields') {
    return { type: 'object', maxProperties: mostKeys, additionalProperties: customFieldValue };
  }
  if (field.kind === 'document' && field.schema !== undefined) return component(field.schema);
  return valueSchema(field);
}
