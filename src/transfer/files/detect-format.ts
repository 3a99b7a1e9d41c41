import type { FileEncoding, FileType, FileFormat } from '../../resources/transfer/imports.ts';
import { fileFault } from './file-fault.ts';
import {
  type FileDescription,
  type HeaderSearch,
  describedJson,
  describedTable,
  describedWorkbook,
} from './describe.ts';
import type { FileBytes } from './file-rows.ts';
import { type NameFit, noNameFits } from './header-row.ts';
import { headBytes } from './limits.ts';
import { beginning } from './pieces.ts';
import { refuseBinary, refuseOtherKinds, refuseOtherTexts } from './refused-kinds.ts';
import { decodedBeginning } from './text/decode.ts';
import { delimiterOf } from './text/delimiter.ts';
import { encodingOfHead, utf8Of } from './text/encoding.ts';

/** The client's statements about a file. Its content counts more. */
export interface FileHints {
  readonly mediaType?: string;
  readonly name?: string;
  /** How many names of columns fields of the records have. */
  readonly fit?: NameFit;
}

/**
 * Finds how a file is to be read, and its columns. Reads a text file twice at most, as a whole the first time.
 * @throws a refusal that says what the file is, if it is no table.
 */
export async function detectFormat(file: FileBytes, hints: FileHints = {}): Promise<FileDescription> {
  const head = await beginning(file, headBytes);
  if (head.length === 0) throw fileFault('The file is empty.');
  const header: HeaderSearch = { header: 'find', fit: hints.fit ?? noNameFits };
  if (isZip(head)) return describedWorkbook(file, undefined, header);
  await refuseOtherKinds(file, head);
  const found = await encodingOf(file, head);
  const { encoding } = found;
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
  const described = type === 'ndjson' ? await describedJson(file, format) : await describedTable(file, format, header);
  return { ...described, oddities: [...toldEncoding(found), ...described.oddities] };
}

export const isZip = (head: Buffer): boolean =>
  head.indexOf('504b0304', 0, 'hex') === 0 || head.indexOf('504b0506', 0, 'hex') === 0;

/** Whether a line of the text begins an object. */
export const hasObject = (text: string): boolean => /^[^\S\n\r\u2028\u2029]*\{/m.test(text);

interface FoundEncoding {
  readonly encoding: FileEncoding;
  /** The bytes that are not UTF-8, and their first lines. */
  readonly invalid: number;
  readonly lines: readonly number[];
}

/** The encoding of a text file. Few bytes among characters of UTF-8 do not make another encoding of it. */
export async function encodingOf(file: FileBytes, head: Buffer): Promise<FoundEncoding> {
  const told = encodingOfHead(head);
  if (told !== null && told !== 'utf-8') return { encoding: told, invalid: 0, lines: [] };
  const { invalid, characters, lines } = await utf8Of(file);
  const isUtf8 = told === 'utf-8' || characters >= invalid;
  return { encoding: isUtf8 ? 'utf-8' : 'windows-1252', invalid, lines };
}

function typeOf(text: string, { mediaType = '', name = '' }: FileHints): FileType {
  const isNamedJson = /ndjson|jsonl|json-?lines/i.test(`${mediaType} ${name}`);
  if (text.trimStart().startsWith('{') || (isNamedJson && hasObject(text))) return 'ndjson';
  return /tab-separated/i.test(mediaType) || /\.(tsv|tab)$/i.test(name) ? 'tsv' : 'csv';
}

const typeByDelimiter = (delimiter: string | null): FileType => (delimiter === '\t' ? 'tsv' : 'csv');

function toldEncoding({ encoding, invalid, lines }: FoundEncoding): string[] {
  if (invalid === 0) return [];
  const bytes = invalid === 1 ? '1 byte is' : `${invalid} bytes are`;
  if (encoding !== 'utf-8') return [`${bytes} not UTF-8; the file is read as Windows-1252.`];
  const place = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${invalid > lines.length ? ' …' : ''}`;
  return [
    `${bytes} not UTF-8 (${place}); ${invalid === 1 ? 'it is' : 'they are'} read as Windows-1252. Check the text.`,
  ];
}
