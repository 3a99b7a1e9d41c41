import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportColumn } from './columns.ts';
import { type Pages, rowTexts } from './table-rows.ts';
import { fixedParts, sheetPath, SheetRows } from './xlsx-parts.ts';

/** The limit of records in a workbook: a worksheet has 1,048,576 rows, the first of them the header. */
export const mostInWorkbook = 1_048_575;

/** A table of a workbook. */
export interface Worksheet {
  readonly name: string;
  readonly pages: Pages;
  readonly columns: readonly ExportColumn[];
}

/** Marks a record of a table whose row is bold. */
export const boldRow = 'is_total';

/**
 * Writes tables as an Excel workbook, each as a worksheet: a bold header that stays in view, numbers as numbers, days as
 * dates, everything else as text. It is packed while it is written. @param at the instant that the parts of the file carry.
 * @throws {Error} if there are more records than a worksheet holds.
 */
export async function* xlsxOf(sheets: readonly Worksheet[], at: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const failed = (error: Error): void => void output.destroy(error);
  const rows = sheets.map((sheet) => Readable.from(sheetText(sheet), { objectMode: false }).on('error', failed));
  zip.on('error', failed);
  for (const [path, text] of fixedParts(sheets.map(({ name }) => name))) {
    zip.addBuffer(Buffer.from(text), path, { mtime: at });
  }
  for (const [index, stream] of rows.entries()) zip.addReadStream(stream, sheetPath(index), { mtime: at });
  zip.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    for (const stream of rows) stream.destroy();
  }
}

async function* sheetText({ pages, columns }: Worksheet): AsyncGenerator<string> {
  const sheet = new SheetRows(columns);
  yield sheet.begin();
  yield* rowTexts(pages, columns, (cells, record) => {
    if (sheet.rows > mostInWorkbook) throw new Error('there are more records than a worksheet has rows');
    return sheet.row(cells, record[boldRow] === true);
  });
  yield sheet.end();
}
