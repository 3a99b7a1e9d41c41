import { isBlank } from '../../mapping/reading-text/steps.ts';
import type { FileFormat, StoredColumn } from '../../../resources/transfer/imports.ts';
import type { FileRow, RowSkip } from '../../files/file-rows.ts';
import type { NoRecordJudge } from '../../mapping/no-record.ts';

/** A function that tells what each row is instead of a record; null for a record. */
export type RowSkips = (row: FileRow) => RowSkip | null;

/** Whether a table has so many columns that a row with a single cell is a heading or a footer if it stands apart. */
export const isWideTable = (columns: readonly Pick<StoredColumn, 'type'>[]): boolean =>
  columns.filter(({ type }) => type !== 'empty').length >= leastWide;

const leastWide = 3;

/** Takes the rows of a file in order, from the first, because a row is judged by its place among the others. */
export function rowSkips({ type }: Pick<FileFormat, 'type'>, judge: NoRecordJudge): RowSkips {
  // A line of JSON is a record, never a part of a report.
  if (type === 'ndjson') return () => null;
  let end: number | null = null;
  let wasApart = false;
  return (row) => {
    const { line, cells, problem } = row;
    const isSingle = cells.filter((cell) => !isBlank(cell)).length === 1;
    const isApart = isSingle && (wasApart || (end !== null && line > end + 1));
    const skip = problem ? null : judge(cells, isApart);
    end = line + (type === 'csv' || type === 'tsv' ? lineBreaks(cells) : 0);
    wasApart = skip !== null && (isApart || skip.code === 'totals');
    return skip;
  };
}

const lineBreaks = (cells: FileRow['cells']): number =>
  cells.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0),
    0,
  );
