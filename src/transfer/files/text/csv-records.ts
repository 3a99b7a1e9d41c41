import type { FileCell } from '../file-rows.ts';
import { fileFault } from '../file-fault.ts';
import { withoutGuard } from '../formula-text.ts';
import { mostColumns, mostRowCharacters } from '../limits.ts';
import { type TableFault, isBlank, storable, type TableRow, tooManyColumns } from '../table-row.ts';

const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;
const apostrophe = 39;

/**
 * Reads records of RFC 4180 from pieces of text. A record ends with CRLF, LF or CR. A quotation mark that does not
 * begin a cell is a character like any other.
 */
export class CsvRecords {
  readonly #delimiter: number;
  #text = '';
  #at = 0;
  #line = 1;
  #rows = 0;
  #isLast = false;
  #cells: FileCell[] = [];
  #faults: TableFault[] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The records that end in this piece, without blank ones. `isLast` ends the last one. */
  add(piece: string, isLast = false): TableRow[] {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#isLast = isLast;
    const records: TableRow[] = [];
    while (this.#at < this.#text.length) {
      const record = this.#record();
      if (record === null) break;
      if (record.cells.every(isBlank)) continue;
      this.#rows += 1;
      records.push(record);
    }
    return records;
  }

  /** The next record; null if its end is not there yet. */
  #record(): TableRow | null {
    const start = this.#at;
    const line = this.#line;
    this.#cells = [];
    this.#faults = [];
    const end = this.#cellsFrom(start);
    if ((end ?? this.#text.length) - start > mostRowCharacters) throw this.#tooLong(line);
    if (end === null) {
      this.#line = line;
      return null;
    }
    this.#at = end;
    this.#line += 1;
    const [fault] = this.#faults;
    const row = { line, cells: this.#cells, size: end - start };
    return fault === undefined ? row : { ...row, fault };
  }

  /** Reads the cells of a record. The index behind its line break; null if that is not there yet. */
  #cellsFrom(start: number): number | null {
    const text = this.#text;
    let at = start;
    for (;;) {
      const end = text.charCodeAt(at) === quote ? this.#quotedCell(at) : this.#plainCell(at);
      if (end === null) return null;
      const code = text.charCodeAt(end);
      if (code !== this.#delimiter || end >= text.length) return this.#afterBreak(end);
      at = end + 1;
    }
  }

  /** A cell that runs to the next delimiter or line break. The index of that; null if it is not there yet. */
  #plainCell(start: number, before = ''): number | null {
    const text = this.#text;
    const delimiter = this.#delimiter;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === lineFeed || code === carriageReturn) break;
    }
    if (at === text.length && !this.#isLast) return null;
    this.#push(before + text.slice(start, at));
    return at;
  }

  #quotedCell(start: number): number | null {
    const text = this.#text;
    const end = closingQuote(text, start);
    if (end === null || (end + 1 === text.length && !this.#isLast)) {
      if (this.#isLast || text.length - this.#at > mostRowCharacters) throw this.#unclosed(start);
      return null;
    }
    const content = text.slice(start + 1, end).replaceAll('""', '"');
    this.#line += lineBreaks(content);
    if (end + 1 === text.length || this.#endsCell(text.charCodeAt(end + 1))) {
      this.#push(content);
      return end + 1;
    }
    this.#faults.push({ cell: this.#cells.length, message: 'A quotation mark inside a quoted cell is not doubled.' });
    return this.#plainCell(end, content);
  }

  #endsCell(code: number): boolean {
    return code === this.#delimiter || code === lineFeed || code === carriageReturn;
  }

  #afterBreak(end: number): number | null {
    if (end >= this.#text.length) return end;
    if (this.#text.charCodeAt(end) === lineFeed) return end + 1;
    // The line feed of a CRLF may be the first character of the next piece.
    if (end + 1 === this.#text.length && !this.#isLast) return null;
    return this.#text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1;
  }

  #push(text: string): void {
    const cells = this.#cells;
    if (cells.length >= mostColumns) {
      if (!isBlank(text)) throw this.#tooWide();
      return;
    }
    if (text.includes('\0')) {
      this.#faults.push({ cell: cells.length, message: 'The cell has a NUL character.' });
      cells.push(storable(text));
      return;
    }
    cells.push(text.charCodeAt(0) === apostrophe ? withoutGuard(text) : text);
  }

  #tooWide(): Error {
    const { message, line } = tooManyColumns(this.#line);
    return fileFault(message, { row: this.#rows + 1, line });
  }

  #tooLong(line: number): Error {
    return fileFault('A row is longer than 1 MiB. Check that the file is a table.', { row: this.#rows + 1, line });
  }

  #unclosed(start: number): Error {
    const before = this.#text.slice(this.#at, start);
    const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
    return fileFault(
      'A cell begins with a quotation mark that is not closed. Close it, or double each one in the cell.',
      {
        row: this.#rows + 1,
        line: this.#line,
        column: before.length - lineStart,
      },
    );
  }
}

/** The quotation mark that closes a cell: a doubled one stands for itself. */
function closingQuote(text: string, start: number): number | null {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2);
  return at < 0 ? null : at;
}

/** CRLF counts once. */
function lineBreaks(text: string): number {
  return text.includes('\n') || text.includes('\r') ? (text.match(/\r\n?|\n/g) ?? []).length : 0;
}
