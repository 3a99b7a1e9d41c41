/** Where a text stops being JSON, counted from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the first character that no valid JSON text could have there. `JSON.parse` says so only sometimes,
 * and in words that differ from one version of Node to the next.
 */
export function jsonFault(text: string): JsonFault {
  const scan = new Scan(text);
  scan.document();
  const before = text.slice(0, scan.at);
  return { line: before.split('\n').length, column: scan.at - before.lastIndexOf('\n') };
}

const literals = /true|false|null/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const blanks = /[ \t\n\r]*/y;

/** Stops where the fault is; `at` then stands on it. */
class Scan {
  at = 0;
  readonly #text: string;
  /** The brackets that have to be closed, the innermost last. */
  readonly #open: ('}' | ']')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    while (this.#value()) {
      while (this.#close());
      if (this.#open.length === 0) {
        this.#blanks();
        return;
      }
      if (!this.#punctuation(',') || !this.#keyIfObject()) return;
    }
  }

  /** A scalar, or the brackets that open before one. */
  #value(): boolean {
    for (;;) {
      this.#blanks();
      const bracket = this.#text[this.at];
      if (bracket !== '{' && bracket !== '[') return this.#string() || this.#matches(number) || this.#matches(literals);
      this.at += 1;
      this.#open.push(bracket === '{' ? '}' : ']');
      // An empty one is a value by itself.
      if (this.#close()) return true;
      if (!this.#keyIfObject()) return false;
    }
  }

  #keyIfObject(): boolean {
    if (this.#open.at(-1) === ']') return true;
    this.#blanks();
    return this.#string() && this.#punctuation(':');
  }

  #string(): boolean {
    if (this.#text[this.at] !== '"') return false;
    this.at += 1;
    for (;;) {
      const character = this.#text[this.at];
      if (character === undefined || character < ' ') return false;
      if (character === '\\') {
        if (!this.#matches(escape)) return false;
      } else {
        this.at += 1;
        if (character === '"') return true;
      }
    }
  }

  #close(): boolean {
    const bracket = this.#open.at(-1);
    if (bracket === undefined || !this.#punctuation(bracket)) return false;
    this.#open.pop();
    return true;
  }

  #punctuation(mark: string): boolean {
    this.#blanks();
    if (this.#text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  #blanks(): void {
    this.#matches(blanks);
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}
