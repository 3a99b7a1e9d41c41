import {
  columnTypes,
  fileEncodings,
  fileTypes,
  importedFamilies,
  importStatuses,
  rowResults,
  rowUndos,
} from '../resources/transfer/imports.ts';
import { confirmations } from '../resources/transfer/import-summary.ts';
import { nameSchema, orNull } from './field-schema.ts';
import { importSummarySchema, rowErrorParts } from './import-summary-schema.ts';
import { described, ignored, type JsonSchema, count, instantOrNull, text, textOrNull } from './json-schema.ts';
import { columnProposalSchema, mappingColumnSchema, mappingReferenceSchema, mappingSchema } from './mapping-schema.ts';
import { identity, schemaReference } from './record-schemas.ts';

/** The parts of how a file is read. */
export const formatParts = {
  type: { ...text, enum: fileTypes, description: 'The type of the file.' },
  encoding: {
    ...orNull({ ...text, enum: fileEncodings }),
    description: 'The encoding of the text; `null` for XLSX.',
  },
  delimiter: {
    ...orNull({ ...text, minLength: 1, maxLength: 1 }),
    description: 'The character between two cells; `null` for XLSX and NDJSON.',
  },
  header_row: {
    ...orNull({ type: 'integer', minimum: 1, maximum: 1_048_576 }),
    description:
      'The row that names the columns: the line of the file on which it begins, from 1, blank lines counted, or the row ' +
      'of the sheet in XLSX. It is the `line` of that row. `null` if no row names them.',
  },
  sheet: {
    ...orNull({ ...text, maxLength: 255 }),
    description: 'The name of the sheet; `null` if the file is no XLSX.',
  },
} as const satisfies Record<string, JsonSchema>;

const results: Record<(typeof rowResults)[number], string> = {
  created: 'Rows that made a record.',
  updated: 'Rows that changed a record.',
  unchanged: 'Rows whose record already had all values.',
  superseded: 'Rows whose record a later row names too; the later row counts.',
  skipped: 'Rows that are no records, such as totals; the `warnings` of `summary` name their lines.',
  rejected: 'Rows that were refused, with their errors in `GET /imports/{id}/rows?result=rejected`.',
};

const counts = (description: string): JsonSchema => ({
  ...orNull(
    described('How many rows were read, and how many have each result. The results add up to `read`.', {
      read: { ...count, description: 'Rows that were read.' },
      ...Object.fromEntries(Object.entries(results).map(([name, words]) => [name, { ...count, description: words }])),
      kept_without: {
        ...count,
        description:
          'Rows that were applied without the value of a cell that cannot be read. They are among the other results.',
      },
    }),
  ),
  description,
});

const shown: Record<string, JsonSchema> = {
  ...identity,
  name: { ...text, description: 'The name of the import.' },
  as: { ...text, enum: importedFamilies, description: 'The kind of the records that the rows make.' },
  status: {
    ...text,
    enum: importStatuses,
    description: 'The state. The service works while it is `checking`, `running` or `undoing`.',
  },
  problem: {
    ...textOrNull,
    description: 'The reason of a failure, or of a run that stopped before it wrote anything, in words.',
  },
  file: {
    ...orNull(
      described('The uploaded file.', {
        name: { ...textOrNull, description: 'The name of the file, if the client gave one.' },
        bytes: { ...count, description: 'The size of the file.' },
      }),
    ),
    description: 'The uploaded file; `null` once it is deleted.',
  },
  format: { ...described('How the file is read.', formatParts), description: 'How the file is read.' },
  sheets: { type: 'array', items: text, description: 'The names of the sheets of an XLSX file.' },
  columns: {
    type: 'array',
    items: described(
      'A column of the file.',
      {
        name: { ...text, description: 'Its name in the header row.' },
        samples: {
          type: 'array',
          items: text,
          description: 'Up to three of its values; none once the file is deleted.',
        },
        type: { ...text, enum: columnTypes, description: 'The kind of values that it seems to have.' },
        link_of: {
          ...text,
          description:
            'The column whose links this one has: the addresses to which the cells of a workbook lead and which they do ' +
            'not show.',
        },
      },
      ['name', 'samples', 'type'],
    ),
    description: 'The columns of the file.',
  },
  oddities: {
    type: 'array',
    items: text,
    description:
      'What is unusual about the file, in words. The last one names the columns that the mapping does not import, with ' +
      'the number of their filled cells in the first 1,000 rows.',
  },
  mapping: schemaReference('Mapping'),
  counts: counts('The results of the run; `null` before it.'),
  dry_run: counts('The results of the last check; `null` before it and after a change of format or mapping.'),
  undo: {
    ...orNull(
      described('What the undo did.', {
        undone: { ...count, description: 'Records that were set back or deleted.' },
        kept: { ...count, description: 'Records that stay, because someone changed or used them later.' },
      }),
    ),
    description: 'What the undo did; `null` before it.',
  },
  progress: described('How far the work is.', {
    done: { ...count, description: 'Rows that are done.' },
    total: { type: ['integer', 'null'], description: 'Rows of the file; `null` until it is read.' },
  }),
  started_at: { ...instantOrNull, description: 'The time at which the run began.' },
  finished_at: { ...instantOrNull, description: 'The time at which the run ended.' },
  undone_at: { ...instantOrNull, description: 'The time at which the undo ended.' },
  created_by: { ...schemaReference('UserEmbedded'), description: 'The user who uploaded the file.' },
};

const rowError: JsonSchema = {
  ...described('What is wrong with a row.', rowErrorParts),
  properties: {
    ...rowErrorParts,
    value: { ...text, description: 'The text of the cell.' },
    ids: { type: 'array', items: text, description: 'The records that the row may mean.' },
  },
};

/** The schemas of imports. */
export const importSchemas: Readonly<Record<string, JsonSchema>> = {
  Import: described('An import: a file, how it is read, and what became of its rows.', shown),
  ImportRead: described(
    'An import, with the records that it made besides those of its rows, and the problems of its rows.',
    {
      ...shown,
      made: {
        type: 'object',
        additionalProperties: { type: 'integer' },
        description:
          'How many records the import made because rows refer to them, by the name of their list. After a check: how ' +
          'many a run would make; 2,000 means 2,000 or more.',
      },
      summary: importSummarySchema,
    },
  ),
  ImportUpdate: described(
    'The name, the format and the mapping of an import. A mapping is replaced as a whole.',
    {
      ...Object.fromEntries([...Object.keys(shown), 'made', 'summary'].map((key) => [key, ignored])),
      name: { ...nameSchema, description: 'The name of the import.' },
      format: described('The parts of the format to correct.', formatParts, []),
      mapping: { description: 'How the columns become fields.' },
    },
    [],
  ),
  ImportRun: described(
    'The confirmations of a run.',
    {
      confirm: {
        type: 'array',
        maxItems: confirmations.length,
        uniqueItems: true,
        items: { ...text, enum: confirmations },
        description: 'The things of `summary.confirm` that are right.',
      },
    },
    [],
  ),
  Mapping: mappingSchema,
  MappingColumn: mappingColumnSchema,
  MappingReference: mappingReferenceSchema,
  ImportProposal: columnProposalSchema,
  ImportRow: described('A row of the file and what became of it.', {
    number: { ...count, description: 'Counts the rows of data, from 1.' },
    line: { ...count, description: 'The line of the file on which the row begins; the row of the sheet in XLSX.' },
    cells: { type: 'array', items: {}, description: 'The values, in the order of the columns.' },
    result: { ...text, enum: rowResults, description: 'What became of the row.' },
    record_id: { ...textOrNull, description: 'The id of its record; `null` if there is none.' },
    errors: { type: 'array', items: rowError, description: 'The reasons for which the row was rejected.' },
    warnings: {
      type: 'array',
      items: rowError,
      description:
        'What should be looked at although the row is not rejected: `other_name` of a superseded row, a cell that was ' +
        'not imported, or what a skipped row is.',
    },
    superseded_by: {
      type: ['integer', 'null'],
      description: 'The `number` of the row that replaces this one; `null` if it is not superseded.',
    },
    superseded_by_line: { type: ['integer', 'null'], description: 'The `line` of that row.' },
    undo: {
      ...orNull({ ...text, enum: rowUndos }),
      description: 'What an undo did to its record; `null` without one.',
    },
  }),
};
