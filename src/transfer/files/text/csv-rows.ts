import type { FileEncoding } from '../../../resources/transfer/imports.ts';
import type { FileBytes } from '../file-rows.ts';
import type { TableRow } from '../table-row.ts';
import { CsvRecords } from './csv-records.ts';
import { decodedText } from './decode.ts';

/** The rows of a CSV or TSV file in order, without blank ones. */
export async function* csvRows(
  file: FileBytes,
  format: { readonly encoding: FileEncoding; readonly delimiter: string },
): AsyncGenerator<readonly TableRow[]> {
  const records = new CsvRecords(format.delimiter);
  for await (const piece of decodedText(file, format.encoding)) yield records.add(piece);
  yield records.add('', true);
}
