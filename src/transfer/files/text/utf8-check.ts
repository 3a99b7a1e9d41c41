import { isUtf8 } from 'node:buffer';

/** Counts the bytes of a text that are not part of a character in UTF-8. */
export class Utf8Check {
  #invalid = 0;
  #rest: Buffer = Buffer.alloc(0);

  add(piece: Uint8Array): void {
    const bytes =
      this.#rest.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat([this.#rest, piece]);
    const whole = bytes.length - cutCharacter(bytes);
    this.#count(bytes.subarray(0, whole));
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  /** The number of invalid bytes, at the end of the text. */
  end(): number {
    this.#count(this.#rest);
    this.#rest = Buffer.alloc(0);
    return this.#invalid;
  }

  #count(bytes: Buffer): void {
    if (!isUtf8(bytes)) this.#invalid += invalidBytes(bytes);
  }
}

/** The bytes at the end that begin a character whose other bytes are not there yet. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return characterLength(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function invalidBytes(bytes: Buffer): number {
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes[at] ?? 0);
    const isCharacter =
      length === 1 || (length > 1 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));
    if (!isCharacter) invalid += 1;
    at += isCharacter ? length : 1;
  }
  return invalid;
}

/** The bytes of the character that this byte begins; 0 if it cannot begin one. */
function characterLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf5 ? 4 : 0;
}
