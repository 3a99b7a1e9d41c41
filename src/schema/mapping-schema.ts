import {
  mappingLimits,
  numberFactors,
  otherValues,
  personParts,
  splitAddressParts,
  splitParts,
  textCases,
  type TransformName,
  transformWords,
} from '../resources/transfer/transforms.ts';
import { customFieldTypes } from '../resources/vocabulary/choices.ts';
import { nameSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const closedObject = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const character = (description: string): JsonSchema => ({ type: 'string', maxLength: 1, description });

const partOf = (values: readonly string[]): JsonSchema =>
  closedObject({ part: { type: 'string', enum: values, description: 'The part to take.' } }, ['part']);

const pattern = { minLength: 1, maxLength: 100 } as const;

/** The value of each transform's key; `trim` is a word. */
export const transformValues: Readonly<Record<Exclude<TransformName, 'trim'>, JsonSchema>> = {
  case: { type: 'string', enum: textCases },
  date: {
    type: ['string', 'array'],
    ...pattern,
    minItems: 1,
    maxItems: mappingLimits.patterns,
    items: { type: 'string', ...pattern },
  },
  number: closedObject(
    {
      decimal: { ...character('The character before the decimals: `.` by default.'), minLength: 1 },
      group: character('The character between groups of three digits: `,` by default. Empty: there are no groups.'),
      times: { type: 'number', enum: numberFactors, description: 'The factor of the number.' },
    },
    [],
  ),
  join: closedObject({ with: { type: 'string', maxLength: 100, description: 'The text between the cells.' } }, [
    'with',
  ]),
  split: closedObject(
    {
      by: { type: 'string', minLength: 1, maxLength: 100, description: 'The text at which to split.' },
      part: {
        description: `The number of the part from 1, or ${splitParts.join(', ')}.`,
        anyOf: [
          { type: 'integer', minimum: 1, maximum: 1000 },
          { type: 'string', enum: splitParts },
        ],
      },
    },
    ['by', 'part'],
  ),
  address: partOf(splitAddressParts),
  person: partOf(personParts),
  blank_words: {
    type: 'array',
    minItems: 1,
    maxItems: mappingLimits.blankWords,
    items: { type: 'string', minLength: 1, maxLength: 100 },
  },
  map: closedObject(
    {
      values: { type: 'object', maxProperties: mappingLimits.values, description: 'The values, by text.' },
      other: { type: 'string', enum: otherValues, description: 'What becomes of other texts. The default is `keep`.' },
    },
    ['values'],
  ),
};

const transform: JsonSchema = {
  description: 'One step from the text of a cell to a value.',
  anyOf: [
    { type: 'string', enum: ['trim'], description: transformWords.trim },
    ...Object.entries(transformValues).map(([name, schema]) => ({
      ...closedObject({ [name]: { ...schema, description: transformWords[name as TransformName] } }, [name]),
      description: `The step \`${name}\`.`,
    })),
  ],
};

const columnName: JsonSchema = { type: 'string', maxLength: 65_535 };

const target: JsonSchema = { type: 'string', maxLength: 255 };

const column = (step: JsonSchema): JsonSchema =>
  closedObject(
    {
      from: {
        type: 'array',
        minItems: 1,
        maxItems: mappingLimits.sources,
        items: {
          type: ['string', 'array'],
          maxLength: 65_535,
          minItems: 1,
          maxItems: mappingLimits.sources,
          items: columnName,
        },
        description:
          'The names of the columns. Of several, the first that is not blank counts, unless `join` joins all. A list ' +
          'inside is one alternative: its cells are joined, by a space or by the text of `join`.',
      },
      to: {
        ...target,
        description:
          'The field to fill, by its name in the record: `amount`, `custom_fields.x`, `address.city`, `company`, ' +
          '`company.phone`. `id` names the record to change.',
      },
      transform: {
        type: 'array',
        maxItems: mappingLimits.transforms,
        items: step,
        description: 'The steps from the text of a cell to a value, in order.',
      },
      blank: {
        type: 'string',
        enum: ['keep', 'clear'],
        description: 'Whether a blank cell keeps the value of a record, the default, or clears it.',
      },
    },
    ['from', 'to'],
  );

const rule: JsonSchema = closedObject(
  {
    by: {
      type: 'string',
      enum: ['name', 'email', 'external_id', 'id'],
      description: 'The value by which the record is found. The default is `name`, for users `email`.',
    },
    missing: {
      type: 'string',
      enum: ['create', 'empty', 'reject'],
      description:
        'What happens if there is no such record: the import creates it, leaves the reference empty, or rejects the ' +
        'row, the default.',
    },
  },
  [],
);

const newField: JsonSchema = closedObject(
  {
    name: { ...nameSchema, description: 'The label that people see.' },
    field_type: { type: 'string', enum: customFieldTypes, description: 'The type of its values.' },
    options: {
      type: 'array',
      maxItems: 1000,
      uniqueItems: true,
      items: nameSchema,
      description: 'The values of a select.',
    },
  },
  ['name', 'field_type'],
);

const schemaWith = (step: JsonSchema): JsonSchema => ({
  description: 'How the columns of a file become the fields of records. An absent key has no entries.',
  ...closedObject(
    {
      upsert_by: {
        type: 'array',
        maxItems: mappingLimits.upsertBy,
        uniqueItems: true,
        items: target,
        description:
          'The mapped fields that identify a record together, such as `external_id`. A row whose record exists ' +
          'changes it. Without such fields, or if one is blank, the row makes a record.',
      },
      columns: {
        type: 'array',
        maxItems: mappingLimits.columns,
        items: column(step),
        description: 'What fills each field.',
      },
      constants: {
        type: 'object',
        maxProperties: mappingLimits.columns,
        description: 'The values that are the same in each row, by the names of requests: `{"project_stage_id": "5"}`.',
      },
      references: {
        type: 'object',
        maxProperties: mappingLimits.columns,
        additionalProperties: rule,
        description: 'How the records that a row refers to are found, by the name of the reference: `company`.',
      },
      custom_fields: {
        type: 'object',
        maxProperties: mappingLimits.customFields,
        additionalProperties: newField,
        description: 'The custom fields that the import defines first if the account lacks them, by `api_name`.',
      },
    },
    [],
  ),
});

/** The schema of a mapping, as the document shows it. */
export const mappingSchema: JsonSchema = schemaWith(transform);

/** The same, but transforms can be anything: each is validated by itself, for messages that name its key. */
export const mappingShape: JsonSchema = schemaWith({});
