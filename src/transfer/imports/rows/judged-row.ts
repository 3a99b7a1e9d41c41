import type { RowError } from '../../../resources/transfer/imports.ts';
import type { RowOutcome, StagedRow } from '../../../store/imports/import-rows.ts';
import type { MappedRow } from '../../mapping/mapping.ts';

/** A row after the mapping, with all that was found wrong so far. */
export interface JudgedRow {
  readonly row: StagedRow;
  readonly mapped: MappedRow;
  /** The values of the record, with the ids of the records that it refers to. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly errors: readonly RowError[];
  /** Values that get lost although the row is applied. */
  readonly warnings: readonly RowError[];
}

/** The result of a row with errors. */
export const rejected = (number: number, errors: readonly RowError[]): RowOutcome => ({
  number,
  result: 'rejected',
  record_id: null,
  version: null,
  errors,
});
