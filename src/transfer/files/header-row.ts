import { typeOf } from './column-type.ts';
import { isBlank, type TableRow } from './table-row.ts';

/** The rows among which the header is looked for. */
const searched = 30;

/** The types of texts that can be names: a column can be called `Y`. */
const names: ReadonlySet<string> = new Set(['text', 'boolean']);

/** The longest name of a column. */
const longestName = 200;

/**
 * The index of the row that names the columns; null if the first full row looks like data. Rows above it with few cells
 * are titles.
 */
export function headerAmong(rows: readonly TableRow[]): number | null {
  const counts = rows.slice(0, searched * 2).map(({ cells }) => cells.filter((cell) => !isBlank(cell)).length);
  const most = Math.max(0, ...counts);
  const enough = Math.max(Math.min(most, 2), Math.ceil(most / 2));
  const index = counts.slice(0, searched).findIndex((count) => count >= enough);
  const row = rows[index];
  return row !== undefined && looksLikeNames(row, rows[index + 1]) ? index : null;
}

/** Names are short texts. A year can be one. A row whose values repeat or are numbers, dates or e-mails is data. */
function looksLikeNames(row: TableRow, next: TableRow | undefined): boolean {
  const cells = row.cells.filter((cell) => !isBlank(cell));
  if (!cells.every(canBeName)) return false;
  const isSame = next !== undefined && row.cells.every((cell, index) => cell === next.cells[index]);
  return !isSame;
}

function canBeName(cell: unknown): boolean {
  const isYear = /^(19|20)\d\d$/.test(String(cell));
  return isYear || (typeof cell === 'string' && names.has(typeOf(cell)) && cell.length <= longestName);
}
