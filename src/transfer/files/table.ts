import { fileFault, formatFault } from './file-fault.ts';
import type { FileFormat } from '../../resources/transfer/imports.ts';
import type { FileBytes } from './file-rows.ts';
import type { TableRow } from './table-row.ts';
import { csvRows } from './text/csv-rows.ts';
import { openWorkbook } from './xlsx/open-workbook.ts';
import type { Sheet } from './xlsx/workbook.ts';

/** The rows of a CSV, TSV or XLSX file before its columns have names: titles and names too, but no blank ones. */
export async function* tableRows(file: FileBytes, format: FileFormat): AsyncGenerator<readonly TableRow[]> {
  if (format.type !== 'xlsx') {
    yield* csvRows(file, { encoding: format.encoding ?? 'utf-8', delimiter: format.delimiter ?? ',' });
    return;
  }
  using workbook = await openWorkbook(file);
  yield* workbook.rows(sheetNamed(workbook.sheets, format.sheet));
}

/** The first rows, up to a number or a size. */
export async function firstRows<Row extends { readonly size: number }>(
  batches: AsyncIterable<readonly Row[]>,
  most: { readonly rows: number; readonly characters: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  let size = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      rows.push(row);
      size += row.size;
      if (rows.length >= most.rows || size > most.characters) return rows;
    }
  }
  return rows;
}

/** The sheet with this name; without a name, the first one that is visible. */
export function sheetNamed(sheets: readonly Sheet[], name: string | null): Sheet {
  const sheet =
    name === null ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]) : sheets.find((one) => one.name === name);
  if (sheet !== undefined) return sheet;
  if (name === null) throw fileFault('The workbook has no sheet of cells.');
  throw formatFault('sheet', 'not_allowed', `The workbook has no sheet ${JSON.stringify(name)}.`, {
    allowed: sheets.map((one) => one.name),
  });
}
