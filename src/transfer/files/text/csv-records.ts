import type { FileCell } from '../file-rows.ts';
import { fileFault } from '../file-fault.ts';
import { plainText } from '../formula-text.ts';
import { linkOfFormula, showsAddress } from '../hyperlinks.ts';
import { mostColumns, mostRowCharacters } from '../limits.ts';
import { type TableFault, isBlank, storable, type TableRow, tooManyColumns } from '../table-row.ts';

const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;
const apostrophe = 39;
const equalsSign = 61;

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
  /** The most cells of a record so far. */
  #width = 0;
  #isLast = false;
  #cells: FileCell[] = [];
  #faults: TableFault[] = [];
  #links = new Map<number, string>();

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
      this.#width = Math.max(this.#width, record.cells.length);
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
    this.#links = new Map();
    const end = this.#cellsFrom(start);
    if ((end ?? this.#text.length) - start > mostRowCharacters) throw this.#tooLong(line);
    if (end === null) {
      this.#line = line;
      return null;
    }
    this.#at = end;
    this.#line += 1;
    const [fault] = this.#faults;
    const links = this.#links.size > 0 && { links: this.#links };
    const row = { line, cells: this.#cells, size: end - start, ...links };
    return fault === undefined ? row : { ...row, fault };
  }

  /** Reads the cells of a record. The index behind its line break; null if that is not there yet. */
  #cellsFrom(start: number): number | null {
    const text = this.#text;
    let at = start;
    for (;;) {
      const end = this.#cell(at);
      if (end === null) return null;
      const code = text.charCodeAt(end);
      if (code !== this.#delimiter || end >= text.length) return this.#afterBreak(end);
      at = end + 1;
    }
  }

  #cell(start: number): number | null {
    const code = this.#text.charCodeAt(start);
    if (code === quote) return this.#quotedCell(start);
    // A row may have a thousand cells such as `=x`, so that none of them may look for the end of the row.
    const isQuotedFormula = code === equalsSign && this.#text.charCodeAt(start + 1) === quote;
    return isQuotedFormula ? this.#formulaCell(start) : this.#plainCell(start);
  }

  /** A cell such as `="Smith, Joe"`, whose quotation marks other programs write without quoting the cell. */
  #formulaCell(start: number): number | null {
    const text = this.#text;
    const shape = /="(?:[^"\r\n]|"")*"/y;
    shape.lastIndex = start;
    const end = shape.test(text) ? shape.lastIndex : -1;
    const isWhole = this.#isLast || (end >= 0 ? end < text.length : /[\r\n]/.test(text.slice(start)));
    if (!isWhole) return null;
    if (end < 0 || (end < text.length && !this.#endsCell(text.charCodeAt(end)))) return this.#plainCell(start);
    this.#push(text.slice(start, end));
    return end;
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
    if (end === null || (end + 1 === text.length && !this.#isLast)) return this.#openCell(start, end);
    const content = text.slice(start + 1, end).replaceAll('""', '"');
    const isClosed = end + 1 === text.length || this.#endsCell(text.charCodeAt(end + 1));
    const breaks = lineBreaks(content);
    const isStray = this.#isStray(content, isClosed ? end + 1 : null);
    if (isStray === null) return null;
    if (isStray) return this.#strayQuote(start);
    this.#line += breaks;
    if (isClosed) {
      this.#push(content);
      return end + 1;
    }
    const spans = breaks === 0 ? '' : ` The row spans ${breaks + 1} lines.`;
    const message = `A quotation mark inside a quoted cell is not doubled.${spans}`;
    this.#faults.push({ cell: this.#cells.length, message });
    return this.#plainCell(end, content);
  }

  /** A quoted cell whose end is not there yet. */
  #openCell(start: number, end: number | null): null | number {
    const text = this.#text;
    if (!this.#isLast && text.length - this.#at <= mostRowCharacters) return null;
    if (end === null && this.#hasRows(text.slice(start + 1), 'open')) return this.#strayQuote(start);
    throw this.#unclosed(start);
  }

  /**
   * Whether the quotation mark before a content of several lines is a character like any other, because the content has
   * rows of the table; null if the end of the record is not there yet.
   * @param end the index behind the closing mark; null if the mark closes no cell
   */
  #isStray(content: string, end: number | null): boolean | null {
    if (lineBreaks(content) === 0 || !this.#hasRows(content, end === null ? 'open' : 'closed')) return false;
    if (end === null || this.#isRow(lastLineOf(content))) return true;
    const isWhole = this.#endsRecord(end);
    return isWhole === null ? null : !isWhole;
  }

  /** A quotation mark that nothing closes. It is a character of the cell, so that the lines below stay rows. */
  #strayQuote(start: number): number | null {
    const message = 'A quotation mark opens this cell, and nothing closes it before the next rows. Remove or close it.';
    this.#faults.push({ cell: this.#cells.length, message });
    return this.#plainCell(start);
  }

  /** Whether the lines of a quoted cell, but for its first and a part of its last one, have the cells of rows. */
  #hasRows(content: string, state: 'open' | 'closed'): boolean {
    if (this.#width < (state === 'open' ? 3 : 4)) return false;
    const [, ...lines] = content.split(/\r\n?|\n/);
    const last = lines.pop() ?? '';
    const rows = lines.filter((line) => line.trim() !== '');
    if (!rows.every((line) => this.#isRow(line)) || this.#cellsOf(last) > this.#width) return false;
    return rows.length > 0 || (state === 'open' && this.#cellsOf(last) > 1);
  }

  #isRow(line: string): boolean {
    return this.#cellsOf(line) === this.#width;
  }

  #cellsOf(line: string): number {
    return line.split(String.fromCharCode(this.#delimiter)).length;
  }

  /** Whether a record has as many cells as the others, if a cell ends here; null if its end is not there yet. */
  #endsRecord(at: number): boolean | null {
    const [rest = ''] = this.#text.slice(at).split(/[\r\n]/, 1);
    if (at + rest.length === this.#text.length && !this.#isLast) return null;
    return this.#cells.length + this.#cellsOf(rest.replaceAll(/"(?:[^"]|"")*"/g, '')) === this.#width;
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
    const code = text.charCodeAt(0);
    if (code === equalsSign) cells.push(this.#formula(text));
    else cells.push(code === apostrophe ? plainText(text) : text);
  }

  /** The text that the cell of a formula shows, if it says so itself. */
  #formula(text: string): string {
    const found = linkOfFormula(text.slice(1));
    if (found === null) return plainText(text);
    const { link, shown } = found;
    if (!showsAddress(shown, link)) this.#links.set(this.#cells.length, link);
    return shown;
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

const lastLineOf = (text: string): string => text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);

/** CRLF counts once. */
function lineBreaks(text: string): number {
  return text.includes('\n') || text.includes('\r') ? (text.match(/\r\n?|\n/g) ?? []).length : 0;
}
