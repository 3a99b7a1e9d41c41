import { isUtf8 } from 'node:buffer';

/** Counts and places of bytes that show whether a text is UTF-8. */
export interface Utf8Findings {
  /** The bytes that are not part of a character in UTF-8. */
  readonly invalid: number;
  /** The characters of several bytes. */
  readonly characters: number;
  /** The first lines with such bytes. */
  readonly lines: readonly number[];
}

const mostLines = 5;

/** Counts the bytes of a text that are not part of a character in UTF-8. */
export class Utf8Check {
  readonly #whole = new WholeCharacters();
  readonly #lines = new Set<number>();
  #invalid = 0;
  #characters = 0;
  #line = 1;

  add(piece: Uint8Array): void {
    this.#judge(this.#whole.add(piece));
  }

  /** The findings at the end of the text. */
  end(): Utf8Findings {
    this.#judge(this.#whole.end());
    return { invalid: this.#invalid, characters: this.#characters, lines: [...this.#lines] };
  }

  #judge(bytes: Buffer): void {
    const isValid = isUtf8(bytes);
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at] ?? 0;
      const length = byte < 0x80 ? 1 : validLength(bytes, at, isValid);
      if (byte === 0x0a) this.#line += 1;
      if (length > 1) this.#characters += 1;
      if (length === 0) this.#addInvalid();
      at += Math.max(1, length);
    }
  }

  #addInvalid(): void {
    this.#invalid += 1;
    if (this.#lines.size < mostLines) this.#lines.add(this.#line);
  }
}

/** Joins pieces of a text, so that none ends inside a character. */
export class WholeCharacters {
  #rest: Buffer = Buffer.alloc(0);

  /** The bytes so far but for those of the last character, if more of it can come. */
  add(piece: Uint8Array): Buffer {
    const bytes =
      this.#rest.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat([this.#rest, piece]);
    const whole = bytes.length - cutCharacter(bytes);
    this.#rest = Buffer.from(bytes.subarray(whole));
    return bytes.subarray(0, whole);
  }

  end(): Buffer {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    return rest;
  }
}

/** The text of bytes in UTF-8. A byte that is no part of a character is read by itself, by `other`. */
export function utf8Text(bytes: Buffer, other: (byte: Buffer) => string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let [text, start] = ['', 0];
  for (let at = 0; at < bytes.length; ) {
    const length = validLength(bytes, at, false);
    if (length === 0) {
      text += bytes.toString('utf8', start, at) + other(bytes.subarray(at, at + 1));
      start = at + 1;
    }
    at += Math.max(1, length);
  }
  return text + bytes.toString('utf8', start);
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

/** The bytes of the character that begins here; 0 if none does. @param isValid whether all bytes are UTF-8 */
function validLength(bytes: Buffer, at: number, isValid: boolean): number {
  const length = characterLength(bytes[at] ?? 0);
  if (isValid || length < 2) return length;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** The bytes of the character that this byte begins; 0 if it cannot begin one. */
function characterLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf5 ? 4 : 0;
}
