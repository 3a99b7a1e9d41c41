import { mustBeAmong } from '../../named-choices.ts';
import { type Problem, quoted } from '../../refusal.ts';
import type { CustomFieldType } from '../../resources/vocabulary/choices.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import type { Comparison, ListField } from '../../resources/list-fields.ts';
import type { RecordNamed } from '../../resources/index.ts';
import { valueSchema } from '../../schema/field-schema.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { textProblem } from '../../schema/text-value.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { liveKeys } from '../live-keys.ts';
import { isId } from '../ids.ts';

/** The rule for a filter's values. */
export interface ValueRule {
  readonly comparison: Comparison;
  readonly schema?: JsonSchema;
  readonly allowed?: readonly string[];
  /** The request that lists all allowed values. */
  readonly listedBy?: string;
}

/** The rule for the values of a filter on a field of the record. */
export function ruleOf({ comparison, field }: ListField, directory: Directory): ValueRule {
  if (field.kind === 'entry_key') {
    return { comparison, allowed: liveKeys(directory, field.of), listedBy: `GET /${field.of}` };
  }
  if (comparison !== 'ordered' && comparison !== 'plain') return { comparison };
  const known = schemas.get(field) ?? valueSchema(field);
  schemas.set(field, known);
  return { comparison, schema: known };
}

/** The rule for the values of a filter on a custom field. */
export function customRuleOf(definition: RecordNamed<'custom_fields'>): ValueRule {
  const { field_type: type, options: allowed } = definition;
  const listedBy = `GET /custom_fields/${definition.id}`;
  return type === 'select' || type === 'multi_select' ? { ...customRules[type], allowed, listedBy } : customRules[type];
}

/** The problem of a value as sent; `null` if the value is valid. */
export function valueProblem(parameter: string, text: string, rule: ValueRule): Problem | null {
  const { comparison, schema, allowed, listedBy = 'the reference' } = rule;
  if (text === '') return { parameter, code: 'required', message: 'must not be empty; null matches empty values' };
  if ((comparison === 'id' || comparison === 'ids') && !isId(text)) {
    return { parameter, code: 'invalid_format', message: `must be an id, not ${quoted(text)}` };
  }
  if (allowed && !allowed.includes(text)) {
    return { parameter, code: 'not_allowed', ...mustBeAmong(allowed, listedBy) };
  }
  return schema ? textProblem(parameter, text, schema) : null;
}

/** A valid value in the form that the store compares. */
export function storedText(text: string, { schema }: ValueRule): string {
  if (schema?.['format'] === 'date-time') return wireTime(text);
  return schema?.['type'] === 'number' || schema?.['type'] === 'integer' ? String(Number(text)) : text;
}

/** Cached as long as their fields exist, so that each schema is compiled once. */
const schemas = new WeakMap<object, JsonSchema>();

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
