const literals = /true|false|null/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Matches string content in pieces: a very long string in one match would exhaust the matcher's stack. */
const inString = /(?:[ !#-[\]-\uffff]{1,4096}|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,1024}/y;
const blanks = /[ \t\n\r]*/y;

/** The callbacks of a scan. Offsets are in characters; `depth` counts the open brackets. */
export interface ScanListener {
  /** A key of the innermost open object, with its quotes. */
  readonly onKey?: (start: number, end: number, depth: number) => void;
  /** A value begins. */
  readonly onValue?: (start: number, depth: number) => void;
  /** A value ends. */
  readonly onEnd?: (end: number, depth: number) => void;
}

/** The number of values that `steps` scans before it yields. */
const valuesAtOnce = 200;

/**
 * Scans a text as JSON without building values. `at` ends at the first character that is not valid JSON.
 * `JSON.parse` reports that position only sometimes, and its wording differs between Node versions.
 */
export class JsonScan {
  at = 0;
  readonly #text: string;
  readonly #listener: ScanListener;
  /** The closing brackets still expected, the innermost last. */
  readonly #open: ('}' | ']')[] = [];

  constructor(text: string, listener: ScanListener = {}) {
    this.#text = text;
    this.#listener = listener;
  }

  /** Scans in steps. @returns whether the text is valid JSON. */
  *steps(): Generator<void, boolean> {
    for (let count = 1; this.#value(); count += 1) {
      if (this.#closeAll()) return this.#isEnd();
      if (!this.#punctuation(',') || !this.#keyIfObject()) return false;
      if (count % valuesAtOnce === 0) yield;
    }
    return false;
  }

  get #depth(): number {
    return this.#open.length;
  }

  #isEnd(): boolean {
    this.#blanks();
    return this.at === this.#text.length;
  }

  /** Scans opening brackets and the scalar or empty bracket pair after them. */
  #value(): boolean {
    for (;;) {
      this.#blanks();
      this.#begin();
      const bracket = this.#text[this.at];
      if (bracket !== '{' && bracket !== '[') return this.#scalar();
      this.at += 1;
      this.#open.push(bracket === '{' ? '}' : ']');
      // An empty object or array is a complete value.
      if (this.#close()) return true;
      if (!this.#keyIfObject()) return false;
    }
  }

  #begin(): void {
    this.#listener.onValue?.(this.at, this.#depth);
  }

  #scalar(): boolean {
    const isOne = this.#string() || this.#matches(number) || this.#matches(literals);
    if (isOne) this.#listener.onEnd?.(this.at, this.#depth);
    return isOne;
  }

  #keyIfObject(): boolean {
    if (this.#open.at(-1) === ']') return true;
    this.#blanks();
    const start = this.at;
    if (!this.#string()) return false;
    this.#listener.onKey?.(start, this.at, this.#depth);
    return this.#punctuation(':');
  }

  #string(): boolean {
    if (this.#text[this.at] !== '"') return false;
    this.at += 1;
    while (this.#matches(inString));
    if (this.#text[this.at] !== '"') return false;
    this.at += 1;
    return true;
  }

  /** Closes all brackets that end here. @returns whether none is open any more. */
  #closeAll(): boolean {
    while (this.#close());
    return this.#open.length === 0;
  }

  #close(): boolean {
    const bracket = this.#open.at(-1);
    if (bracket === undefined || !this.#punctuation(bracket)) return false;
    this.#open.pop();
    this.#listener.onEnd?.(this.at, this.#depth);
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

/** Line and column, counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The offset of the first character at which the text is not valid JSON. */
export function jsonFault(text: string): number {
  const scan = new JsonScan(text);
  const steps = scan.steps();
  while (!steps.next().done);
  return scan.at;
}

/** The line and column of an offset, in characters. */
export function placeOf(text: string, at: number): Place {
  let line = 1;
  let start = 0;
  for (let index = 0; index < at; index += 1) {
    if (text.charCodeAt(index) !== lineFeed) continue;
    line += 1;
    start = index + 1;
  }
  return { line, column: at - start + 1 };
}

const lineFeed = 10;
