import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportColumn } from './columns.ts';
import { type Pages, rowTexts } from './table-rows.ts';
import { fixedParts, SheetRows } from './xlsx-parts.ts';

/** The limit of records in a workbook: a worksheet has 1,048,576 rows, the first of them the header. */
export const mostInWorkbook = 1_048_575;

/** The name and time that a workbook shows besides the records. */
export interface WorkbookSettings {
  /** The name of its one worksheet. */
  readonly sheet: string;
  /** The instant that the parts of the file carry. */
  readonly at: Date;
}

/**
 * Writes a table as an Excel workbook with one worksheet: a bold header that stays in view, numbers as numbers, days as
 * dates, everything else as text. It is packed while it is written.
 * @throws {Error} if there are more records than a worksheet holds.
 */
export async function* xlsxOf(
  pages: Pages,
  columns: readonly ExportColumn[],
  { sheet, at }: WorkbookSettings,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const failed = (error: Error): void => void output.destroy(error);
  const rows = Readable.from(sheetText(pages, columns), { objectMode: false }).on('error', failed);
  zip.on('error', failed);
  for (const [path, text] of fixedParts(sheet)) zip.addBuffer(Buffer.from(text), path, { mtime: at });
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml', { mtime: at });
  zip.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    rows.destroy();
  }
}

async function* sheetText(pages: Pages, columns: readonly ExportColumn[]): AsyncGenerator<string> {
  const sheet = new SheetRows(columns);
  yield sheet.begin();
  yield* rowTexts(pages, columns, (cells) => {
    if (sheet.rows > mostInWorkbook) throw new Error('there are more records than a worksheet has rows');
    return sheet.row(cells);
  });
  yield sheet.end();
}
