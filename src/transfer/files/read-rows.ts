import type { FileColumn, FileFormat } from '../../resources/transfer/imports.ts';
import { cellsReader } from './data-cells.ts';
import type { FileCell, FileBytes, FileRow, RowProblem } from './file-rows.ts';
import { batchCharacters, batchRows } from './limits.ts';
import { withLinks } from './linked-columns.ts';
import { type JsonLine, jsonLines, memberOf } from './ndjson.ts';
import { tableRows } from './table.ts';
import { filledLength, isBlank, type TableRow } from './table-row.ts';
import { takingTurns } from './turns.ts';

/**
 * The rows of data of a file in batches, in order, without blank ones. Memory does not grow with the file.
 * @param columns the columns, as `detectFormat` or `describeFormat` found them.
 *
 * Each row has one cell for each column. A row that has more keeps them behind these, with a `problem`: the further
 * cells of a table; in NDJSON an object of the keys that are no columns, or the text of a line that is no object.
 * @throws a refusal if the file cannot be read as a whole, even after rows were read.
 */
export async function* readRows(
  file: FileBytes,
  format: FileFormat,
  columns: readonly ReadColumn[],
): AsyncGenerator<FileRow[]> {
  const names = columns.map((column) => (typeof column === 'string' ? column : column.name));
  const linked = columns.flatMap((column) =>
    typeof column === 'string' || column.link_of === undefined ? [] : [names.indexOf(column.link_of)],
  );
  const rows = format.type === 'ndjson' ? jsonRows(file, format, names) : dataRows(file, format, { names, linked });
  const turn = takingTurns();
  let batch: FileRow[] = [];
  let size = 0;
  for await (const group of rows) {
    for (const { row, size: rowSize } of group) {
      batch.push(row);
      size += rowSize;
      if (batch.length < batchRows && size < batchCharacters) continue;
      yield batch;
      await turn();
      batch = [];
      size = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** A column, or the name of one that has no links. */
export type ReadColumn = string | Pick<FileColumn, 'name' | 'link_of'>;

interface SizedRow {
  readonly row: FileRow;
  readonly size: number;
}

/** Makes a row when it is asked for: many short lines become much longer rows if there are many columns. */
function* made<Read extends { readonly size: number }>(
  group: readonly Read[],
  make: (read: Read) => FileRow,
): Generator<SizedRow> {
  for (const read of group) yield { row: make(read), size: read.size };
}

async function* dataRows(
  file: FileBytes,
  format: FileFormat,
  { names, linked }: { readonly names: readonly string[]; readonly linked: readonly number[] },
): AsyncGenerator<Iterable<SizedRow>> {
  // The columns for links stand behind those of the sheet.
  const width = names.length - linked.length;
  const columns = names.slice(0, width);
  let number = 0;
  const header = format.header_row ?? 0;
  const read = cellsReader(columns);
  for await (const group of tableRows(file, format)) {
    const below = (group[0]?.line ?? 0) > header ? group : group.filter(({ line }) => line > header);
    yield made(below, (row) => {
      const cells = read(row);
      const hasErrors = cells.some((cell, at) => cell === null && row.cells[at] !== null);
      const isUnvalued = hasErrors || row.uncomputed !== undefined;
      const made = dataRow({ ...row, cells }, columns, (number += 1));
      return { ...made, cells: withLinks(made.cells, row, { width, linked }), ...(isUnvalued && { isUnvalued }) };
    });
  }
}

function dataRow(row: TableRow, columns: readonly string[], number: number): FileRow {
  const width = columns.length;
  const filled = row.cells.length > width ? Math.max(width, filledLength(row.cells)) : width;
  const cells: FileCell[] = row.cells.slice(0, filled);
  while (cells.length < width) cells.push(null);
  const problem = tableProblem(row, columns, filled);
  return {
    number,
    line: row.line,
    cells,
    ...(problem && { problem }),
    ...(row.isComputed && { isComputed: true }),
    ...(row.mergedWidth !== undefined && row.mergedWidth * 2 > width && { isTitle: true }),
  };
}

function tableProblem({ fault }: TableRow, columns: readonly string[], filled: number): RowProblem | undefined {
  if (fault !== undefined) {
    return { column: fault.cell === null ? null : (columns[fault.cell] ?? null), message: fault.message };
  }
  if (filled === columns.length) return undefined;
  return { column: null, message: `The row has ${filled} cells, but the file has ${columns.length} columns.` };
}

async function* jsonRows(
  file: FileBytes,
  format: FileFormat,
  columns: readonly string[],
): AsyncGenerator<Iterable<SizedRow>> {
  const known = new Set(columns);
  let number = 0;
  for await (const group of jsonLines(file, format.encoding ?? 'utf-8')) {
    yield made(group, (line) => ({ number: (number += 1), line: line.line, ...jsonCells(line, columns, known) }));
  }
}

function jsonCells(
  { object, text, fault }: JsonLine,
  columns: readonly string[],
  known: ReadonlySet<string>,
): Pick<FileRow, 'cells' | 'problem'> {
  if (object === null) {
    return { cells: [...columns.map(() => null), text], problem: { column: null, message: fault ?? '' } };
  }
  const cells: FileCell[] = columns.map((name) => memberOf(object, name));
  const unknown = Object.entries(object).filter(([key, value]) => !known.has(key) && !isBlank(value));
  const [first] = unknown;
  if (first !== undefined) cells.push(Object.fromEntries(unknown));
  if (fault !== undefined) return { cells, problem: { column: null, message: fault } };
  if (first === undefined) return { cells };
  return {
    cells,
    problem: { column: null, message: `The key ${JSON.stringify(first[0])} is not a column of the file.` },
  };
}
