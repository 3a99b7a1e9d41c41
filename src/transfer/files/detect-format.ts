import type { FileEncoding, FileType, FileFormat } from '../../resources/transfer/imports.ts';
import { fileFault } from './file-fault.ts';
import { type FileDescription, describedJson, describedTable, describedWorkbook } from './describe.ts';
import type { FileBytes } from './file-rows.ts';
import { headBytes } from './limits.ts';
import { beginning } from './pieces.ts';
import { refuseBinary, refuseOtherKinds, refuseOtherTexts } from './refused-kinds.ts';
import { decodedBeginning } from './text/decode.ts';
import { delimiterOf } from './text/delimiter.ts';
import { bytesThatAreNotUtf8, encodingOfHead } from './text/encoding.ts';

/** The client's statements about a file. Its content counts more. */
export interface FileHints {
  readonly mediaType?: string;
  readonly name?: string;
}

/**
 * Finds how a file is to be read, and its columns. Reads a text file twice at most, as a whole the first time.
 * @throws a refusal that says what the file is, if it is no table.
 */
export async function detectFormat(file: FileBytes, hints: FileHints = {}): Promise<FileDescription> {
  const head = await beginning(file, headBytes);
  if (head.length === 0) throw fileFault('The file is empty.');
  if (isZip(head)) return describedWorkbook(file);
  await refuseOtherKinds(file, head);
  const { encoding, invalid } = await encodingOf(file, head);
  const text = decodedBeginning(head, encoding);
  refuseBinary(text);
  refuseOtherTexts(text);
  if (text.trim() === '' && head.length < headBytes) throw fileFault('The file is blank.');
  const type = typeOf(text, hints);
  const delimiter =
    type === 'ndjson' ? null : delimiterOf(text, { isWhole: head.length < headBytes, prefersTab: type === 'tsv' });
  const format: FileFormat = {
    type: type === 'ndjson' ? type : typeByDelimiter(delimiter),
    encoding,
    delimiter,
    header_row: null,
    sheet: null,
  };
  const described = type === 'ndjson' ? await describedJson(file, format) : await describedTable(file, format, 'find');
  return { ...described, oddities: [...toldEncoding(invalid), ...described.oddities] };
}

export const isZip = (head: Buffer): boolean =>
  head.indexOf('504b0304', 0, 'hex') === 0 || head.indexOf('504b0506', 0, 'hex') === 0;

/** Whether a line of the text begins an object. */
export const hasObject = (text: string): boolean => /^[^\S\n\r\u2028\u2029]*\{/m.test(text);

/** The encoding of a text file, and the bytes that are not UTF-8 if it is read as Windows-1252 for that. */
export async function encodingOf(file: FileBytes, head: Buffer): Promise<{ encoding: FileEncoding; invalid: number }> {
  const told = encodingOfHead(head);
  if (told !== null) return { encoding: told, invalid: 0 };
  const invalid = await bytesThatAreNotUtf8(file);
  return { encoding: invalid === 0 ? 'utf-8' : 'windows-1252', invalid };
}

function typeOf(text: string, { mediaType = '', name = '' }: FileHints): FileType {
  const isNamedJson = /ndjson|jsonl|json-?lines/i.test(`${mediaType} ${name}`);
  if (text.trimStart().startsWith('{') || (isNamedJson && hasObject(text))) return 'ndjson';
  return /tab-separated/i.test(mediaType) || /\.(tsv|tab)$/i.test(name) ? 'tsv' : 'csv';
}

const typeByDelimiter = (delimiter: string | null): FileType => (delimiter === '\t' ? 'tsv' : 'csv');

function toldEncoding(invalid: number): string[] {
  if (invalid === 0) return [];
  const bytes = invalid === 1 ? '1 byte is' : `${invalid} bytes are`;
  return [`${bytes} not UTF-8; the file is read as Windows-1252.`];
}
