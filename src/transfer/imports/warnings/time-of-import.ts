import { labelOf } from '../../../resources/labels.ts';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import type { ImportWork } from '../import-work.ts';
import { columnOf } from '../rows/row-errors.ts';
import { type AppliedRows, createdRows, noWarnings, type RowWarnings, warningsOf } from './row-warnings.ts';

/** The fields that the rules fill with the time of the change if a new record does not have them. */
const times: Readonly<Partial<Record<ImportedFamily, { readonly field: string; readonly what: string }>>> = {
  calls: { field: 'recorded_at', what: 'call' },
  notes: { field: 'happened_at', what: 'note' },
};

/** Finds the rows that make a call or a note without its time, which becomes the time of the import. */
export function findTimeOfImport({ stored: { family, mapping } }: ImportWork, applied: AppliedRows): RowWarnings {
  const time = times[family];
  if (time === undefined) return noWarnings;
  const { field, what } = time;
  return warningsOf(createdRows(applied), ({ fields }) =>
    (fields[field] ?? null) === null
      ? {
          column: columnOf(mapping, field),
          field,
          code: 'time_of_import',
          message:
            `The row makes a ${what} without a date, so its time is the time of the import. ` +
            `Map the column with the date to ${labelOf(field, family)} (${field}).`,
        }
      : undefined,
  );
}
