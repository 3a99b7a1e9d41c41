import type { RowError } from '../../../resources/transfer/imports.ts';
import type { RowOutcome } from '../../../store/imports/row-outcomes.ts';
import type { StagedRow } from '../../../store/imports/rows-to-apply.ts';
import type { RowProblem, RowSkip } from '../../files/file-rows.ts';
import type { MappedRow } from '../../mapping/mapping.ts';
import { unreadable } from './row-errors.ts';

/** A row after the mapping, with all that was found wrong so far. */
export interface JudgedRow {
  readonly row: StagedRow;
  readonly mapped: MappedRow;
  /** The values of the record, with the ids of the records that it refers to. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly errors: readonly RowError[];
  /** Cells that cannot be read, without which the row is applied. */
  readonly unfit: readonly RowError[];
  /** Other values that get lost although the row is applied. */
  readonly warnings: readonly RowError[];
}

/** The result of a row that has a fault of the file: it is no record, or it cannot be read. */
export function faulty(number: number, fault: RowSkip | RowProblem): RowOutcome {
  if (!('code' in fault)) return rejected(number, [unreadable(fault)]);
  return { number, result: 'skipped', record_id: null, version: null, errors: [{ field: null, ...fault }] };
}

/** The result of a row with errors. */
export const rejected = (number: number, errors: readonly RowError[]): RowOutcome => ({
  number,
  result: 'rejected',
  record_id: null,
  version: null,
  errors,
});
