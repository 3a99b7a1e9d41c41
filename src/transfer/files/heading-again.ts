import { cellText } from '../../resources/transfer/cell-text.ts';
import { filledLength, type TableRow } from './table-row.ts';
import type { FileCell } from './file-rows.ts';

/** Judges whether a row is the one that names the columns again, as on each page of a printed list. */
export function headingAgain(names: readonly FileCell[]): (row: TableRow) => boolean {
  const folded = names.map(fold);
  const isTable = folded.filter((name) => name !== '').length > 1;
  return ({ cells }) =>
    isTable && filledLength(cells) <= folded.length && folded.every((name, at) => fold(cells[at]) === name);
}

const fold = (cell: FileCell): string => cellText(cell).trim().replaceAll(/\s+/g, ' ').toLowerCase();
