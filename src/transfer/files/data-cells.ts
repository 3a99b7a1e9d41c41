import { hasInvisible, trimmed } from '../../resources/vocabulary/invisible.ts';
import type { FileCell } from './file-rows.ts';
import type { TableRow } from './table-row.ts';

/** The texts for an error or for nothing that spreadsheets, in any language, and databases write into cells. */
const nothing =
  /^(?:#[\p{Lu}\d/_¡¿]{2,18}[!?]|#N\/?[ADV](?: N\/A)?|#GETTING_DATA|Err:\d{3}|NULL|null|NaN|[nN]\.[aA]\.|\\N)$/u;
const emptyWord = /^(?:[([<](?:null|blanks?|empty|none|no value|not set|n\/?a|leer|vide)[)\]>]|-{1,2}none-{1,2})$/i;

/** Whether a cell has such a text. */
export const standsForNothing = (cell: FileCell): boolean =>
  typeof cell === 'string' && cell.length <= longest && (nothing.test(cell.trim()) || emptyWord.test(cell.trim()));

const longest = 20;

/** Whether the product has written a file with these columns. Its texts are as they are stored. */
export const isOwnFile = (columns: readonly string[]): boolean =>
  ['id', 'created_at', 'updated_at'].every((name, index) => columns[index] === name);

/**
 * The cells of the rows of a file with these columns. In a file of the product, texts are as they are stored, but an error
 * of a formula stands for nothing.
 */
export function cellsReader(columns: readonly string[]): (row: TableRow) => readonly FileCell[] {
  if (!isOwnFile(columns)) return ({ cells }) => cells.map(dataCell);
  return ({ cells, errors }) => (errors ? cells.map((cell, at) => (errors.includes(at) ? null : cell)) : cells);
}

/** A cell without characters that nobody sees at its ends; null if it stands for nothing. */
function dataCell(cell: FileCell): FileCell {
  if (typeof cell !== 'string') return cell;
  if (standsForNothing(cell)) return null;
  return hasInvisible(cell) ? trimmed(cell) : cell;
}
