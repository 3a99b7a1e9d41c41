import { plainEmailAddress, withoutInvisible, withVisibleEnds } from '../resources/vocabulary/invisible.ts';
import { ignoredKey, type JsonSchema, type TextForm, textForm } from './json-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body without characters that nobody sees, and the texts that had such characters. */
export interface CleanFields {
  readonly fields: Fields;
  /** As sent, by field. */
  readonly sent: Readonly<Record<string, string>>;
}

/**
 * Removes the characters that nobody sees: from the ends of each text, and anywhere in keys, e-mail addresses and values
 * of a fixed form, such as dates. Passwords and documents stay as they are sent.
 */
export function cleanTexts(given: Fields, schema: JsonSchema): CleanFields {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const sent: Record<string, string> = {};
  const fields = Object.entries(given).map(([name, value]): [string, unknown] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined || property[ignoredKey] === true) return [name, value];
    const clean = cleanValue(value, property, nested.has(name));
    if (typeof value === 'string' && clean !== value) sent[name] = value;
    return [name, clean];
  });
  return { fields: Object.fromEntries(fields), sent };
}

/** The fields whose texts are within an object. */
const nested: ReadonlySet<string> = new Set(['address', 'custom_fields']);

/** Sizes are judged afterwards, so each text is read once, whatever the number of the others. */
function cleanValue(value: unknown, schema: JsonSchema, isNested: boolean): unknown {
  if (typeof value === 'string') return cleaners[formOf(schema)](value);
  if (Array.isArray(value)) {
    const items = (schema['items'] ?? schema) as JsonSchema;
    return value.map((item: unknown) => (typeof item === 'string' ? cleaners[formOf(items)](item) : item));
  }
  if (!isNested || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cleanValue(part, {}, false)]));
}

const cleaners: Readonly<Record<TextForm | 'text', (text: string) => string>> = {
  text: withVisibleEnds,
  key: withoutInvisible,
  email: plainEmailAddress,
  as_sent: (text) => text,
};

function formOf({ [textForm]: form, format, enum: values }: JsonSchema): TextForm | 'text' {
  if (form !== undefined) return form as TextForm;
  return format === undefined && values === undefined ? 'text' : 'key';
}
