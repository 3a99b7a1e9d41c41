import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** A table as a program reads it: one object for each row, by the names of the header. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Reads a CSV as RFC 4180 defines it. An empty cell is null. */
export function readCsv(text: string): Row[] {
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') lines.push([]);
  }
  return rowsOf(lines.slice(0, -1).map((cells) => cells.map((cell) => (cell === '' ? null : cell))));
}

/** A cell of a worksheet. A day of the style for dates is a number in `day`. */
const cellPattern =
  /<c r="([A-Z]+)(\d+)"(?: s="(\d)")?(?: t="(\w+)")?>(?:<is><t xml:space="preserve">([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g;

/** The names of the worksheets of a workbook. */
export const sheetNames = (file: Buffer): string[] =>
  [
    ...entryOf(file, 'xl/workbook.xml')
      .toString('utf8')
      .matchAll(/<sheet name="([^"]+)"/g),
  ].map(([, name = '']) => name);

/** The XML of a worksheet of a workbook. @param place from 1. */
export const sheetXml = (file: Buffer, place: number): string =>
  entryOf(file, `xl/worksheets/sheet${place}.xml`).toString('utf8');

/** Reads a worksheet of a workbook, by its place from 1. A day is an ISO text. */
export function readXlsx(file: Buffer, place = 1): Row[] {
  const sheet = sheetXml(file, place);
  const lines: (string | number | boolean | null)[][] = [];
  for (const [, letters = '', row, style, type, text, value] of sheet.matchAll(cellPattern)) {
    const line = (lines[Number(row) - 1] ??= []);
    line[columnOf(letters)] = valueOf({ style, type, text, value });
  }
  return rowsOf(lines);
}

function valueOf(cell: Readonly<Record<'style' | 'type' | 'text' | 'value', string | undefined>>) {
  if (cell.text !== undefined) return unescaped(cell.text);
  if (cell.type === 'b') return cell.value === '1';
  if (cell.style !== '2') return Number(cell.value);
  return new Date(Date.UTC(1899, 11, 30) + Number(cell.value) * 86_400_000).toISOString().slice(0, 10);
}

const unescaped = (text: string): string =>
  text
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function rowsOf([header = [], ...lines]: readonly (readonly Row[string][])[]): Row[] {
  return lines.map((line) => {
    expect(line.length).toBeLessThanOrEqual(header.length);
    return Object.fromEntries(header.map((name, index) => [name, line[index] ?? null]));
  });
}

/** Unpacks an entry of a zip archive, which its directory at the end names. */
function entryOf(file: Buffer, name: string): Buffer {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = file.readUInt32LE(end + 16);
  while (file.readUInt32LE(at) === 0x02014b50) {
    const [method, packed] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const nameLength = file.readUInt16LE(at + 28);
    const local = file.readUInt32LE(at + 42);
    if (file.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
      const bytes = file.subarray(start, start + packed);
      return method === 0 ? bytes : inflateRawSync(bytes);
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no ${name}`);
}
