import { namedChoices } from '../../resources/vocabulary/choices.ts';
import {
  columnTypes,
  fileEncodings,
  fileTypes,
  importedFamilies,
  importStatuses,
  rowResults,
  rowUndos,
} from '../../resources/transfer/imports.ts';
import { eventTypes, eventTypesInWords } from '../../resources/events.ts';
import { anyText, someText } from '../../schema/field-schema.ts';
import { besides, type JsonSchema, textForm } from '../../schema/json-schema.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import { errorCodes } from '../errors/error-codes.ts';

const choices: Readonly<Record<string, { readonly values: readonly string[]; readonly description: string }>> = {
  ...namedChoices,
  ColumnType: { values: columnTypes, description: 'What the cells of a column of a file are.' },
  DatabaseEngine: { values: ['embedded', 'postgres'], description: 'The database that the service uses.' },
  FileEncoding: { values: fileEncodings, description: 'The encoding of a file of text.' },
  FileType: { values: fileTypes, description: 'The type of a file.' },
  ImportFamily: {
    values: importedFamilies,
    description: 'The kinds of records that an import makes, by the names of their lists.',
  },
  ImportRowResult: { values: rowResults, description: 'What became of a row of an import.' },
  ImportRowUndo: { values: rowUndos, description: 'What an undo did to the record of a row.' },
  ImportStatus: {
    values: importStatuses,
    description: 'The state of an import. The service works while it is `checking`, `running` or `undoing`.',
  },
  ListFormat: { values: ['csv', 'ndjson', 'xlsx'], description: 'The format of a file of records.' },
  ProblemCode: { values: Object.keys(errorCodes), description: 'The code of a problem document.' },
  RowsFormat: { values: ['csv', 'ndjson'], description: 'The format of a file of rows.' },
  WebhookEventType: { values: eventTypes, description: eventTypesInWords },
};

const nameOf = new Map(Object.entries(choices).map(([name, { values }]) => [values.join(), name]));

/** The named enumerations, as schemas. */
export const choiceSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(choices).map(([name, { values, description }]) => [
    name,
    { type: 'string', enum: values, description },
  ]),
);

/**
 * A part of the document in the form that third-party client generators and validators understand.
 * The service validates requests with the same schemas, in the form that is fastest for its own validator.
 */
export function documentForm(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(documentForm);
  if (typeof part !== 'object' || part === null) return part;
  const { [besides]: more, [textForm]: _, ...schema } = part as JsonSchema;
  const own = rewritten({ ...schema, ...(more as JsonSchema | undefined) });
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, isValue(key, own) ? value : documentForm(value)]),
  );
}

const valueKeys = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Examples and constants are not schemas. A property can have a keyword's name; its value is an object, not a list. */
const isValue = (key: string, { [key]: value }: JsonSchema): boolean =>
  valueKeys.has(key) && (key === 'examples' || typeof value !== 'object' || Array.isArray(value));

const rewritten = (schema: JsonSchema): JsonSchema => withNamedChoice(withKnownFormat(withPlainPattern(schema)));

/** Generators drop surrogate ranges or compile them without the `u` flag, so the introduction states the rule. */
function withPlainPattern(schema: JsonSchema): JsonSchema {
  const { pattern, ...rest } = schema;
  if (pattern === anyText) return rest;
  return pattern === someText ? { ...rest, pattern: '\\S' } : schema;
}

/** Approximate patterns for the service's own formats. */
const patterns: Readonly<Record<string, JsonSchema>> = {
  'web-address': { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]' },
  'email-address': { pattern: '^[^\\s@]+@[^\\s@]+$' },
  'time-zone': { pattern: '^[A-Za-z]' },
  currency: { pattern: '^[A-Z]{3}$' },
  'two-decimals': {},
};

/** Validators fail on an unregistered format, so its name moves to a key that they ignore. */
function withKnownFormat(schema: JsonSchema): JsonSchema {
  const { format, ...rest } = schema;
  const known = typeof format === 'string' ? patterns[format] : undefined;
  return known ? { ...rest, ...known, 'x-format': format } : schema;
}

/** Replaces an enumeration by a reference to its name, with `null` as an alternative instead of a value. */
function withNamedChoice(schema: JsonSchema): JsonSchema {
  const { enum: values, type, ...rest } = schema;
  if (!Array.isArray(values)) return schema;
  const texts = values.filter((value) => value !== null);
  const name = nameOf.get(texts.join());
  const chosen = name === undefined ? { type: 'string', enum: texts } : schemaReference(name);
  if (texts.length < values.length) return { ...rest, anyOf: [chosen, { type: 'null' }] };
  return name === undefined ? schema : { ...rest, ...chosen };
}
