import {
  type FileDescription,
  describedJson,
  describedTable,
  describedWorkbook,
  type HeaderSearch,
} from './describe.ts';
import { encodingOf, hasObject, isZip } from './detect-format.ts';
import { fileFault, formatFault } from './file-fault.ts';
import type { FileFormat } from '../../resources/transfer/imports.ts';
import type { FileBytes } from './file-rows.ts';
import { noNameFits } from './header-row.ts';
import { headBytes } from './limits.ts';
import { beginning } from './pieces.ts';
import { decodedBeginning } from './text/decode.ts';
import { delimiterOf } from './text/delimiter.ts';

/**
 * The columns of a file by a format that a user has corrected. Parts that the type does not have become null; a null
 * `encoding`, `delimiter` or `sheet` is found.
 * @param header whether the row of the names is looked for, as in another sheet, or stated in the format.
 * @throws a refusal with the pointer of the part that does not fit the file.
 */
export async function describeFormat(
  file: FileBytes,
  format: FileFormat,
  header: HeaderSearch = { header: 'stated', fit: noNameFits },
): Promise<FileDescription> {
  const head = await beginning(file, headBytes);
  if (head.length === 0) throw fileFault('The file is empty.');
  if (isZip(head) !== (format.type === 'xlsx')) {
    throw formatFault('type', 'not_allowed', isZip(head) ? 'The file is a workbook.' : 'The file is not a workbook.');
  }
  if (format.type === 'xlsx') return describedWorkbook(file, format, header);
  const encoding = await fittingEncoding(file, head, format);
  if (format.type === 'ndjson') {
    if (!hasObject(decodedBeginning(head, encoding))) {
      throw formatFault('type', 'not_allowed', 'No line of the file is a JSON object.');
    }
    return describedJson(file, { type: 'ndjson', encoding, delimiter: null, header_row: null, sheet: null });
  }
  const delimiter = fittingDelimiter(format) ?? foundDelimiter(head, { ...format, encoding });
  return describedTable(file, { ...format, encoding, delimiter, sheet: null }, header);
}

async function fittingEncoding(
  file: FileBytes,
  head: Buffer,
  { encoding }: FileFormat,
): Promise<NonNullable<FileFormat['encoding']>> {
  if (encoding !== null && encoding !== 'utf-8') return encoding;
  const found = await encodingOf(file, head);
  if (encoding === null) return found.encoding;
  const { invalid } = found;
  if (found.encoding !== 'utf-8')
    throw formatFault('encoding', 'not_allowed', `The file has bytes that are not UTF-8: ${invalid}.`);
  return encoding;
}

function fittingDelimiter({ type, delimiter }: FileFormat): string | null {
  if (delimiter === null) return type === 'tsv' ? '\t' : null;
  if (delimiter.length === 1 && !/["'\r\n\0\ufeff]/.test(delimiter)) return delimiter;
  throw formatFault('delimiter', 'not_allowed', 'A delimiter is one character, and no quotation mark or line break.');
}

const foundDelimiter = (head: Buffer, { encoding, type }: FileFormat): string =>
  delimiterOf(decodedBeginning(head, encoding ?? 'utf-8'), {
    isWhole: head.length < headBytes,
    prefersTab: type === 'tsv',
  });
