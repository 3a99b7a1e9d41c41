import { SaxesParser } from 'saxes';
import { fileFault } from '../file-fault.ts';
import { mostRowCharacters } from '../limits.ts';
import { pieces } from '../pieces.ts';
import { storable } from '../table-row.ts';

/** Elements of a workbook are nested about ten deep. */
const mostDepth = 100;

/** The pieces, of up to 64 KiB each, of a part that lists styles or sheets. */
const mostKeptPieces = 1024;

/** The attributes of an element, by name with its prefix. */
export type Attributes = Readonly<Record<string, string>>;

/** The handlers of a reader of XML for the parts of a document. Names have no prefix. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads XML in pieces. After each one, yields what the reader has collected meanwhile. */
export async function* readXml<Collected>(
  chunks: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  collected: () => Collected,
): AsyncGenerator<Collected> {
  let sinceEvent = 0;
  let depth = 0;
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0;
    depth += 1;
    if (depth > mostDepth) throw new Error('its elements are nested too deeply');
    reader.open(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0;
    depth -= 1;
    reader.close?.(withoutPrefix(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces(chunks)) {
    const text = decoder.decode(piece, { stream: true });
    sinceEvent += text.length;
    parser.write(text);
    // The parser holds a text or a tag until it ends.
    if (sinceEvent > mostRowCharacters) throw fileFault('The workbook has a cell that is longer than 1 MiB.');
    yield collected();
  }
  parser.write(decoder.decode()).close();
  yield collected();
}

/** Reads a part as a whole. A part that is kept in memory has a limit of pieces. */
export async function readWholeXml(
  chunks: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  mostPieces = mostKeptPieces,
): Promise<void> {
  let pieceCount = 0;
  for await (const count of readXml(chunks, reader, () => (pieceCount += 1))) {
    if (count > mostPieces) throw fileFault('The workbook has too many styles or sheets. Save the sheet as CSV.');
  }
}

/** The text of a cell: Excel writes control characters as `_x000D_`. */
export function cellTextOf(text: string): string {
  if (!text.includes('_x')) return text;
  return storable(
    text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
