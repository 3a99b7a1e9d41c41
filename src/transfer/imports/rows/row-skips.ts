import { isBlank } from '../../mapping/reading-text/steps.ts';
import type { FileFormat, StoredColumn } from '../../../resources/transfer/imports.ts';
import type { FileRow, RowSkip } from '../../files/file-rows.ts';
import type { NoRecordJudge } from '../../mapping/no-record.ts';

/** A function that takes each row, and returns one that judges it: what it is instead of a record; null for a record. */
export type RowSkips = (row: FileRow) => () => RowSkip | null;

/** Whether a table has so many columns that a row with a single cell is a heading or a footer if it stands apart. */
export const isWideTable = (columns: readonly Pick<StoredColumn, 'type'>[]): boolean =>
  columns.filter(({ type }) => type !== 'empty').length >= leastWide;

const leastWide = 3;

/**
 * Takes the rows of a file in order, from the first, because a row is judged by its place among the others. A row that
 * nobody asks about is judged only if the next one depends on it.
 */
export function rowSkips({ type }: Pick<FileFormat, 'type'>, judge: NoRecordJudge): RowSkips {
  // A line of JSON is a record, never a part of a report.
  if (type === 'ndjson') return () => () => null;
  let end: number | null = null;
  let wasApart = (): boolean => false;
  let above: FileRow['cells'] = [];
  return (row) => {
    const { line, cells, problem, isUnvalued, isTitle = false } = row;
    const surroundings = { isUnvalued, above };
    above = cells;
    const isSingle = cells.filter((cell) => !isBlank(cell)).length === 1;
    const isApart = isSingle && (isTitle || (end !== null && line > end + 1) || wasApart());
    const skip = once(() => (problem ? null : judge(cells, { ...surroundings, isApart })));
    end = line + (type === 'csv' || type === 'tsv' ? lineBreaks(cells) : 0);
    wasApart = () => (isApart ? skip() !== null : skip()?.code === 'totals');
    return skip;
  };
}

/** A function that makes its value when it is first called. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

const lineBreaks = (cells: FileRow['cells']): number =>
  cells.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0),
    0,
  );
