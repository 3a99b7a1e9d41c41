import { problemsColumn } from '../../resources/transfer/imports.ts';
import { cellText } from '../../resources/transfer/cell-text.ts';
import type { FileCell } from './file-rows.ts';
import { withGuard } from './formula-text.ts';
import { csvCell } from './text/csv-cell.ts';

/** A row that was rejected or replaced, with its cells as `readRows` gave them. */
export interface RowWithProblems {
  readonly cells: readonly FileCell[];
  /** The reasons, as sentences. */
  readonly problems: readonly string[];
}

/**
 * The rows as CSV in UTF-8 with a byte order mark, in pieces. The columns are those of the file, and a column
 * `problems` behind; it replaces a last column of that name, which an earlier file of rejected rows has. Cells beyond
 * the columns stand behind it. The delimiter is that of the file. A second import reads the same cells.
 */
export async function* csvWithProblems(
  columns: readonly string[],
  rows: AsyncIterable<RowWithProblems> | Iterable<RowWithProblems>,
  delimiter = ',',
): AsyncGenerator<string> {
  const csvLine = (cells: readonly FileCell[]): string =>
    `${cells.map((cell) => csvCell(typeof cell === 'string' ? withGuard(cell) : cellText(cell), delimiter)).join(delimiter)}\r\n`;
  const width = widthOf(columns);
  yield `\ufeff${csvLine([...columns.slice(0, width), problemsColumn])}`;
  for await (const { cells, problems } of rows) {
    const own = Array.from({ length: width }, (_, index) => cells[index]);
    yield csvLine([...own, problems.join(' '), ...cells.slice(columns.length)]);
  }
}

/**
 * The rows as NDJSON, in pieces: the objects of the file with a list `problems`. The cells that `readRows` put
 * behind the columns come back too: unknown keys as keys, a line that was no object as the key `unread`.
 */
export async function* ndjsonWithProblems(
  columns: readonly string[],
  rows: AsyncIterable<RowWithProblems> | Iterable<RowWithProblems>,
): AsyncGenerator<string> {
  const names = columns.slice(0, widthOf(columns));
  for await (const { cells, problems } of rows) {
    const own = names.map((name, index) => [name, cells[index] ?? null] as const).filter(([, cell]) => cell !== null);
    const known = Object.fromEntries<unknown>(own);
    const object = { ...known, ...further(cells[columns.length]), [problemsColumn]: problems };
    yield `${JSON.stringify(object)}\n`;
  }
}

const widthOf = (columns: readonly string[]): number =>
  columns.at(-1) === problemsColumn ? columns.length - 1 : columns.length;

function further(cell: FileCell): object {
  if (cell === undefined || cell === null) return {};
  return typeof cell === 'object' ? cell : { unread: cell };
}
