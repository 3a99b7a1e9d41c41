import type { FileEncoding } from '../../../resources/transfer/imports.ts';
import { fileFault } from '../file-fault.ts';
import type { FileBytes } from '../file-rows.ts';
import { pieces } from '../pieces.ts';
import { utf8Text, WholeCharacters } from './utf8-check.ts';

/**
 * The text of a file in small pieces, without its byte order mark.
 * @throws a refusal if bytes do not fit UTF-16.
 */
export async function* decodedText(file: FileBytes, encoding: FileEncoding): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const piece of pieces(file.read())) yield decode(piece);
  yield decode();
}

/** The text of the beginning of a file; a character that is cut at the end is left out. */
export function decodedBeginning(head: Uint8Array, encoding: FileEncoding): string {
  return encoding === 'windows-1252' ? windows1252(head) : new TextDecoder(encoding).decode(head, { stream: true });
}

function decoderOf(encoding: FileEncoding): (bytes?: Uint8Array) => string {
  if (encoding === 'windows-1252') return (bytes) => (bytes === undefined ? '' : windows1252(bytes));
  if (encoding === 'utf-8') return utf8Decoder();
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw fileFault(`The file has bytes that are not ${encoding.toUpperCase()}.`, {}, cause);
    }
  };
}

/** Reads bytes that are not UTF-8 as Windows-1252, one by one. */
function utf8Decoder(): (bytes?: Uint8Array) => string {
  const whole = new WholeCharacters();
  let isStart = true;
  return (bytes) => {
    const text = utf8Text(bytes === undefined ? whole.end() : whole.add(bytes), windows1252);
    if (!isStart || text === '') return text;
    isStart = false;
    return text.replace(/^\ufeff/, '');
  };
}

/** The characters of Windows-1252 from 0x80 to 0x9f; the control character itself where it has none. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.replace(/[\x80-\x9f]/g, (control) => windowsCharacters.charAt(control.charCodeAt(0) - 0x80));
}
