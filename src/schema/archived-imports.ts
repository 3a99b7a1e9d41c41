import {
  columnTypes,
  importedFamilies,
  importStatuses,
  rowCounts,
  rowResults,
  rowUndos,
} from '../resources/transfer/imports.ts';
import { confirmations } from '../resources/transfer/import-summary.ts';
import { component, storedCount, storedText } from './archived-values.ts';
import { anyText, orNull } from './field-schema.ts';
import { formatParts } from './import-schemas.ts';
import { closed, type JsonSchema } from './json-schema.ts';

/** A text that only the limit of bytes of its column limits. */
const longText: JsonSchema = { type: 'string', pattern: anyText };
const list = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems });

const columnOrNull = orNull(storedText(65_535));
const ids = list({ type: 'string', pattern: '^[1-9][0-9]{0,18}$' }, 100_000);

const errorParts = { column: columnOrNull, field: columnOrNull, code: storedText(64), message: longText };

const rowError: JsonSchema = {
  ...closed(errorParts),
  properties: { ...errorParts, value: longText, ids },
};

/** A group of like problems. An import stores more values and rows of a group than it shows. */
const group = closed({
  ...errorParts,
  count: storedCount,
  values: list(closed({ value: storedText(200), count: storedCount }), 100),
  has_more_values: { type: 'boolean' },
  rows: list(storedCount, 100),
  lines: list(storedCount, 100),
});

const nearName = closed({
  field: storedText(255),
  value: storedText(65_535),
  near: list(closed({ id: orNull(storedText(20)), name: storedText(65_535) }), 100),
});

/** A name of the file. An import that ended early keeps them. */
const spelling = closed({ letters: storedText(1000), name: storedText(65_535) });

/** Earlier versions of the service did not count these. */
const laterCounts: readonly string[] = ['skipped', 'kept_without'];

const storedCounts = closed(
  Object.fromEntries(rowCounts.map((name) => [name, storedCount])),
  rowCounts.filter((name) => !laterCounts.includes(name)),
);

/** The statuses of imports without a job: an archive has no jobs. */
const settledStatuses = importStatuses.filter((status) => !['checking', 'running', 'undoing'].includes(status));

/** By the plurals of resources. */
const byPlural = (values: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
  maxProperties: 100,
  propertyNames: { type: 'string', maxLength: 64 },
});

/** The columns of imports that no declaration describes, as the service stores them. */
export const archivedImport: Readonly<Record<string, JsonSchema>> = {
  family: { type: 'string', enum: importedFamilies },
  status: { type: 'string', enum: settledStatuses },
  file_name: storedText(255),
  format: closed({ ...formatParts, header_row: { type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647 } }),
  sheets: list(storedText(255), 1000),
  columns: list(
    closed(
      {
        ...{ name: storedText(255), samples: list(storedText(255), 3), filled: storedCount },
        type: { type: 'string', enum: columnTypes },
        link_of: storedText(255),
      },
      ['name', 'samples', 'type'],
    ),
    1000,
  ),
  oddities: list(storedText(65_535), 100),
  mapping: component('Mapping'),
  counts: storedCounts,
  dry_run: storedCounts,
  undo: closed({ undone: storedCount, kept: storedCount }),
  summary: closed(
    {
      problems: list(group, 100),
      warnings: list(group, 100),
      columns: list(group, 100),
      near_names: list(nearName, 100),
      left_out: storedCount,
      sought: storedCount,
      confirm: list({ type: 'string', enum: confirmations }, 1),
      spellings: { type: 'object', additionalProperties: list(spelling, 10_000) },
      // A check that ended early keeps the digests. One that ended well keeps their counts alone.
      makes: byPlural(list(storedText(64), 10_000)),
      made: byPlural(storedCount),
    },
    ['problems', 'warnings', 'near_names', 'left_out', 'sought'],
  ),
  // Each change of the mapping raises it, so there must be room for more.
  pass: { type: 'integer', minimum: 0, maximum: 2 ** 30 },
};

/** The columns of rows of imports that no declaration describes, as the service stores them. */
export const archivedImportRow: Readonly<Record<string, JsonSchema>> = {
  cells: { type: 'array' },
  fault: closed({ column: columnOrNull, message: longText, code: storedText(64), value: longText }, [
    'column',
    'message',
  ]),
  ambiguous: ids,
  errors: list(rowError, 10_000),
  result: { type: 'string', enum: rowResults },
  undo: { type: 'string', enum: rowUndos },
};
