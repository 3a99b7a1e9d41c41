import { mappingLimits, matches } from '../resources/transfer/mapping.ts';
import { transforms } from '../resources/transfer/transforms.ts';
import { customFieldTypes } from '../resources/vocabulary/choices.ts';
import { nameSchema } from './field-schema.ts';
import { closed, described, type JsonSchema } from './json-schema.ts';
import { schemaReference } from './record-schemas.ts';

const transform: JsonSchema = {
  description: 'One step from the text of a cell to a value.',
  anyOf: Object.entries(transforms).map(([name, { schema, words: description }]) =>
    name === 'trim'
      ? { ...schema, description }
      : { ...closed({ [name]: { ...schema, description } }, [name]), description: `The step \`${name}\`.` },
  ),
};

const columnName: JsonSchema = { type: 'string', maxLength: 65_535 };

const target: JsonSchema = { type: 'string', maxLength: 255 };

const invalid: JsonSchema = {
  type: 'string',
  enum: ['keep', 'reject'],
  description:
    'Whether a cell that cannot be read leaves the field as it is, the default, or rejects the row. Such a cell of a ' +
    'required field or of a key always rejects the row.',
};

const column = (step: JsonSchema): JsonSchema =>
  closed(
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
      invalid,
    },
    ['from', 'to'],
  );

/** The rule for the records that a column names. */
export const mappingReferenceSchema: JsonSchema = described(
  'How the records that a column names are found.',
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

const newField: JsonSchema = closed(
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

const upsertBy: JsonSchema = {
  type: 'array',
  maxItems: mappingLimits.upsertBy,
  uniqueItems: true,
  items: target,
  description:
    'The mapped fields that identify a record together, such as `external_id`. A row whose record exists ' +
    'changes it. Without such fields, or if one is blank, `match` decides.',
};

const match: JsonSchema = {
  type: 'string',
  enum: matches,
  description:
    'The way of rows to which `upsert_by` gives no key. `name`, the default for companies and contacts: it changes the ' +
    'record with the same name and, of contacts, the same e-mail address, and makes one if there is none. `none`: it ' +
    'makes a record, as rows of other families and of a file with a column mapped to `id` do in any case.',
};

const schemaWith = (item: JsonSchema, rule: JsonSchema): JsonSchema => ({
  description: 'How the columns of a file become the fields of records. An absent key has no entries.',
  ...closed(
    {
      upsert_by: upsertBy,
      match,
      columns: {
        type: 'array',
        maxItems: mappingLimits.columns,
        items: item,
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

/** How columns fill one field, as the document shows it. */
export const mappingColumnSchema: JsonSchema = {
  description: 'The columns of a file that fill one field, and how.',
  ...column(transform),
};

const namedColumn = schemaReference('MappingColumn');
const namedRule = schemaReference('MappingReference');

/** The schema of a mapping, as the document shows it. */
export const mappingSchema: JsonSchema = schemaWith(namedColumn, namedRule);

/** The schema of a mapping with any transforms: each is validated by itself, for messages that name its key. */
export const mappingShape: JsonSchema = schemaWith(column({}), mappingReferenceSchema);

/** The schema of the proposal for one column. */
export const columnProposalSchema: JsonSchema = {
  ...closed(
    {
      column: { ...namedColumn, description: 'The mapped column, with its transforms.' },
      reference: {
        anyOf: [namedRule, { type: 'null' }],
        description: 'The rule for the records that the column names; `null` if it names none.',
      },
    },
    ['column', 'reference'],
  ),
  description: 'How a column of a file may fill a field.',
};
