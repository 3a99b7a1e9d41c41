import type { RowError } from '../../../resources/transfer/imports.ts';
import type { RowOutcome } from '../../../store/imports/row-outcomes.ts';
import type { Directory } from '../../../store/rows/directory.ts';
import type { ImportWork } from '../import-work.ts';
import type { JudgedRow } from '../rows/judged-row.ts';

/** Rows that an import has applied, their outcomes, and the directory with which it applied them. */
export interface AppliedRows {
  readonly directory: Directory;
  readonly rows: readonly JudgedRow[];
  readonly outcomes: readonly RowOutcome[];
}

/** Warnings, by the number of the row. */
export type RowWarnings = ReadonlyMap<number, RowError>;

/** Finds the rows that deserve one kind of warning. */
export type FindWarnings = (work: ImportWork, applied: AppliedRows) => RowWarnings | Promise<RowWarnings>;

export const noWarnings: RowWarnings = new Map();

/** The rows that created a record. */
export function createdRows({ rows, outcomes }: Omit<AppliedRows, 'directory'>): readonly JudgedRow[] {
  const created = new Set(outcomes.flatMap(({ number, result }) => (result === 'created' ? [number] : [])));
  return rows.filter(({ row }) => created.has(row.number));
}

/** The warnings of the rows for which there is one. */
export const warningsOf = (
  rows: readonly JudgedRow[],
  warningOf: (row: JudgedRow) => RowError | undefined,
): RowWarnings =>
  new Map(
    rows.flatMap((judged) => {
      const warning = warningOf(judged);
      return warning ? [[judged.row.number, warning] as const] : [];
    }),
  );
