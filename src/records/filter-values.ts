import type { Problem } from '../refusal.ts';
import type { CustomFieldType } from '../resources/choices.ts';
import { wireTime } from '../resources/formats.ts';
import type { Comparison, ListField } from '../resources/list-fields.ts';
import type { Row } from '../resources/resource.ts';
import { valueSchema } from '../schema/field-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { textProblem } from '../schema/text-value.ts';
import type { Directory } from '../store/directory.ts';
import { isId } from './references.ts';

/** What a filter's values must be. */
export interface ValueRule {
  readonly comparison: Comparison;
  readonly schema?: JsonSchema;
  readonly allowed?: readonly string[];
}

/** What a filter on a field of the record may name. */
export function ruleOf({ comparison, field }: ListField, directory: Directory): ValueRule {
  if (field.kind === 'entry_key') return { comparison, allowed: liveKeys(directory, field.of) };
  if (comparison !== 'ordered' && comparison !== 'plain') return { comparison };
  const known = schemas.get(field) ?? valueSchema(field);
  schemas.set(field, known);
  return { comparison, schema: known };
}

/** What a filter on a custom field may name. */
export function customRuleOf(definition: Row): ValueRule {
  const type = definition['field_type'] as CustomFieldType;
  const allowed = (definition['options'] ?? []) as readonly string[];
  return type === 'select' || type === 'multi_select' ? { ...customRules[type], allowed } : customRules[type];
}

/** A value as sent: what is wrong with it, or `null` when nothing is. */
export function valueProblem(parameter: string, text: string, rule: ValueRule): Problem | null {
  const { comparison, schema, allowed } = rule;
  if (text === '') return { parameter, code: 'required', message: 'must not be empty; null stands for what is empty' };
  if ((comparison === 'id' || comparison === 'ids') && !isId(text)) {
    return { parameter, code: 'invalid_format', message: `must be an id, not ${JSON.stringify(text)}` };
  }
  if (allowed && !allowed.includes(text)) {
    return { parameter, code: 'not_allowed', message: `must be one of ${allowed.join(', ')}`, allowed };
  }
  return schema ? textProblem(parameter, text, schema) : null;
}

/** A value without fault as the store compares it. */
export function storedText(text: string, { schema }: ValueRule): string {
  if (schema?.['format'] === 'date-time') return wireTime(text);
  return schema?.['type'] === 'number' || schema?.['type'] === 'integer' ? String(Number(text)) : text;
}

/** Kept for as long as their fields, so that each is compiled once. */
const schemas = new WeakMap<object, JsonSchema>();

const liveKeys = (directory: Directory, plural: string): string[] =>
  [...directory.entries(plural).values()].filter((row) => row.deleted_at === null).map((row) => row['key'] as string);

const customRules: Readonly<Record<CustomFieldType, ValueRule>> = {
  text: { comparison: 'text' },
  long_text: { comparison: 'text' },
  url: { comparison: 'text' },
  number: { comparison: 'ordered', schema: { type: 'number' } },
  currency: { comparison: 'ordered', schema: { type: 'number', format: 'two-decimals' } },
  date: { comparison: 'ordered', schema: { type: 'string', format: 'date' } },
  boolean: { comparison: 'plain', schema: { type: 'boolean' } },
  select: { comparison: 'plain' },
  multi_select: { comparison: 'plain' },
  user: { comparison: 'id' },
};
