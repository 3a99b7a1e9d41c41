import { hasInvisible, trimmed } from '../../resources/vocabulary/invisible.ts';
import type { FileCell } from './file-rows.ts';

/** The texts for an error or for nothing that spreadsheets and databases write into cells. */
const nothing =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|ERROR!|GETTING_DATA)|NULL|\\N)$/;
const emptyWord = /^[([<](?:null|blank|blanks|empty|leer|vide)[)\]>]$/i;

/** Whether a cell has such a text. */
export const standsForNothing = (cell: FileCell): boolean =>
  typeof cell === 'string' && cell.length <= longest && (nothing.test(cell.trim()) || emptyWord.test(cell.trim()));

const longest = 20;

/** Whether the product has written a file with these columns. Its texts are as they are stored. */
export const isOwnFile = (columns: readonly string[]): boolean =>
  ['id', 'created_at', 'updated_at'].every((name, index) => columns[index] === name);

/** A cell without characters that nobody sees at its ends; null if it stands for nothing. */
export function dataCell(cell: FileCell): FileCell {
  if (typeof cell !== 'string') return cell;
  if (standsForNothing(cell)) return null;
  return hasInvisible(cell) ? trimmed(cell) : cell;
}
