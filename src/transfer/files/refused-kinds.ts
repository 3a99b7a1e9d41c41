import { fileFault } from './file-fault.ts';
import type { FileBytes } from './file-rows.ts';
import { pieces } from './pieces.ts';

/** Refuses a file that is no table by its first bytes: it names what the file is, and what to do. */
export async function refuseOtherKinds(file: FileBytes, head: Buffer): Promise<void> {
  if (head.indexOf('d0cf11e0a1b11ae1', 0, 'hex') === 0) throw fileFault(await oldOfficeKind(file));
  const kind = signatures.find(({ hex, at = 0 }) => head.subarray(at).indexOf(hex, 0, 'hex') === 0);
  if (kind !== undefined) throw fileFault(kind.sentence);
}

/** Refuses a text that is no table. */
export function refuseOtherTexts(text: string): void {
  const beginning = text.slice(0, 1000).trimStart();
  const kind = texts.find(([pattern]) => pattern.test(beginning));
  if (kind !== undefined) throw fileFault(kind[1]);
}

/** Refuses bytes that are no text in any encoding: more than one control character in a hundred. */
export function refuseBinary(text: string): void {
  const controls = text.match(/[\x00-\x08\x0e-\x1f]/g)?.length ?? 0;
  if (controls > Math.max(4, text.length / 100)) {
    throw fileFault('This is not a text file, and not a workbook. Save the table as .xlsx or CSV.');
  }
}

interface Signature {
  readonly hex: string;
  readonly at?: number;
  readonly sentence: string;
}

const image = 'This is an image. Import the table itself, as .xlsx or CSV.';
const packed = 'This is a compressed file. Unpack it and import the file in it.';

const signatures: readonly Signature[] = [
  { hex: '255044462d', sentence: 'This is a PDF document. Import the table that it was made from, as .xlsx or CSV.' },
  { hex: '89504e47', sentence: image },
  { hex: 'ffd8ff', sentence: image },
  { hex: '47494638', sentence: image },
  { hex: '49492a00', sentence: image },
  { hex: '4d4d002a', sentence: image },
  { hex: '57454250', at: 8, sentence: image },
  { hex: '667479706865', at: 4, sentence: image },
  { hex: '1f8b', sentence: packed },
  { hex: '425a68', sentence: packed },
  { hex: 'fd377a585a00', sentence: packed },
  { hex: '377abcaf271c', sentence: packed },
  { hex: '526172211a07', sentence: packed },
  { hex: '28b52ffd', sentence: packed },
  { hex: '53514c69746520666f726d6174', sentence: 'This is an SQLite database. Export the table as CSV.' },
  { hex: '50415231', sentence: 'This is a Parquet file. Export the table as CSV.' },
];

const texts: readonly (readonly [RegExp, string])[] = [
  [/^<(!doctype html|html|head|body|table)\b/i, 'This is an HTML page. Open it in Excel and save it as .xlsx or CSV.'],
  [/^<\?xml|^<\w+(:\w*)? xmlns/i, 'This is an XML document. Open it in Excel and save it as .xlsx or CSV.'],
  [/^\{\\rtf/, 'This is an RTF document. Copy its table to a spreadsheet and save that as .xlsx or CSV.'],
  [/^\[\s*(\{|$)/, 'This is a JSON array. Write one object on each line (NDJSON).'],
];

/** Documents of Office before 2007, and encrypted ones of today, say what they are in a directory of streams. */
const streams: readonly (readonly [name: string, sentence: string])[] = [
  ['EncryptedPackage', 'This workbook is protected by a password. Remove the password and save it again.'],
  ['WordDocument', 'This is a Word 97 document (.doc). Copy its table to a spreadsheet and save that as .xlsx or CSV.'],
  [
    'PowerPoint Document',
    'This is a PowerPoint 97 presentation (.ppt). Copy its table to a spreadsheet and save that.',
  ],
  ['__substg1.0', 'This is an Outlook message (.msg). Save the file that is attached to it, and import that.'],
];

async function oldOfficeKind(file: FileBytes): Promise<string> {
  let before = Buffer.alloc(0);
  for await (const piece of pieces(file.read())) {
    const bytes = Buffer.concat([before, piece]);
    const found = streams.find(([name]) => bytes.includes(name, 0, 'utf16le'));
    if (found !== undefined) return found[1];
    before = Buffer.from(bytes.subarray(-64));
  }
  return 'This is an Excel 97 workbook (.xls). Save it as .xlsx or CSV.';
}
