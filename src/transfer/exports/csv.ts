import { csvCell } from '../files/text/csv-cell.ts';
import type { ExportCell } from './cells.ts';
import type { ExportColumn } from './columns.ts';
import { type Pages, rowTexts } from './table-rows.ts';

/** Spreadsheets take a file without the mark for one of their own code page. */
const byteOrderMark = '\ufeff';

/** Writes a table as CSV (RFC 4180): a byte order mark, a header of the columns' names, lines that end in CRLF. */
export async function* csvOf(pages: Pages, columns: readonly ExportColumn[]): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ name }) => name));
  yield* rowTexts(pages, columns, (cells) => csvLine(cells));
}

/** One line of a CSV. A line of one empty cell has quotes, because readers skip blank lines. */
function csvLine(cells: readonly ExportCell[]): string {
  const line = cells.map((cell) => csvCell(String(cell ?? ''))).join(',');
  return `${line === '' ? '""' : line}\r\n`;
}
