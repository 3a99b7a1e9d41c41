import type { ShownNumber } from '../../../resources/transfer/cell-text.ts';
import { fileFault } from '../file-fault.ts';
import type { FileCell } from '../file-rows.ts';
import { plainText } from '../formula-text.ts';
import { linkOfFormula, longestLink, showsAddress } from '../hyperlinks.ts';
import { mostCellCharacters, mostColumns, mostRowCharacters, mostSheetRows } from '../limits.ts';
import { type TableFault, isBlank, type TableRow, tooManyColumns } from '../table-row.ts';
import type { SheetLinks } from './links.ts';
import { columnOf, type MergedCell } from './merged-cells.ts';
import { type DigitFormat, withZeros } from './digit-formats.ts';
import type { CellFormat, DateFormat } from './number-formats.ts';
import { dateOfSerial } from './serial-date.ts';
import { longCell, textCollector } from './shared-texts.ts';
import { type Attributes, cellTextOf, readXml, type XmlReader } from './xml.ts';

/** The tables of a workbook that the cells of its sheets refer to. */
export interface BookTables {
  readonly sharedTexts: readonly string[];
  readonly formats: readonly (CellFormat | null)[];
  readonly is1904: boolean;
}

/** The tables of a sheet. */
export interface CellTables extends BookTables {
  /** The cells that go over several rows or many columns, by their first row. */
  readonly merged: ReadonlyMap<number, readonly MergedCell[]>;
  readonly links: SheetLinks;
}

/** The rows of a sheet in order, without blank ones. `line` is the number of the row in the sheet. */
export function sheetRows(sheet: AsyncIterable<Uint8Array>, tables: CellTables): AsyncGenerator<readonly TableRow[]> {
  const reader = new SheetReader(tables);
  return readXml(sheet, reader, () => reader.take());
}

/** The longest error of a cell, such as `#GETTING_DATA`. */
const longestError = 20;

class SheetReader implements XmlReader {
  readonly #tables: CellTables;
  #rows: TableRow[] = [];
  #line = 0;
  #cells: FileCell[] = [];
  #size = 0;
  #fault: TableFault | undefined;
  #column = 0;
  #type = '';
  #style = 0;
  #value = '';
  #isValue = false;
  #isFormula = false;
  #isInFormula = false;
  #formula = '';
  /** The links of formulas in the row. */
  #links = new Map<number, string>();
  #isHidden = false;
  #errors: number[] = [];
  #uncomputed: number[] = [];
  /** The filled cells of the row that are no formulas. */
  #typed = 0;
  /** The merged cells that reach this row, by their columns. */
  readonly #reaching = new Map<number, { readonly to: number; readonly value: FileCell }>();
  readonly #inline = textCollector(() => longCell(this.#line));

  constructor(tables: CellTables) {
    this.#tables = tables;
  }

  take(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isValue = true;
    else if (name === 'f') this.#isFormula = this.#isInFormula = true;
    else if (name === 'row') this.#openRow(attributes);
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (this.#isInFormula) this.#formula += text.slice(0, longestLink - this.#formula.length);
    else if (!this.#isValue) this.#inline.text(text);
    else if (this.#value.length + text.length > mostCellCharacters) throw longCell(this.#line);
    else this.#value += text;
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'f') this.#isInFormula = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else this.#inline.close(name);
  }

  #openRow({ r, hidden = '' }: Attributes): void {
    this.#line = r === undefined ? this.#line + 1 : Number(r);
    if (!Number.isInteger(this.#line) || this.#line < 1 || this.#line > mostSheetRows) {
      throw new Error(`the number ${this.#line} is none of a row`);
    }
    this.#cells = [];
    this.#size = 0;
    this.#fault = undefined;
    this.#column = -1;
    this.#typed = 0;
    this.#errors = [];
    this.#uncomputed = [];
    this.#links = new Map();
    this.#isHidden = /^(1|true)$/.test(hidden);
  }

  #openCell({ r, t, s }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (this.#column < 0) throw new Error(`the reference ${r ?? ''} names no column`);
    this.#type = t ?? 'n';
    this.#style = Number(s ?? 0);
    this.#value = '';
    this.#isFormula = false;
    this.#formula = '';
  }

  #closeCell(): void {
    const inline = this.#inline.take();
    const text = this.#type === 'inlineStr' ? inline : this.#value;
    const cell = text === '' ? null : this.#cellOf(text);
    this.#count(cell);
    this.#note(text);
    if (isBlank(cell)) return;
    if (!this.#isFormula) this.#typed += 1;
    if (this.#column >= mostColumns) {
      const { message, line } = tooManyColumns(this.#line);
      throw fileFault(message, { line });
    }
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }

  /** Notes a cell that stands for nothing although it has something in it. */
  #note(text: string): void {
    // A program that computes nothing writes a formula with the type of a number and without its value.
    if (this.#isFormula && text === '' && this.#type === 'n') this.#uncomputed.push(this.#column);
    if (this.#type === 'e') this.#errors.push(this.#column);
    const found = linkOfFormula(this.#formula);
    if (found !== null) this.#links.set(this.#column, found.link);
  }

  /** Adds the cell to the size of its row. Cells may share one text, so the size of the file says little. */
  #count(cell: FileCell): void {
    if (cell !== null) this.#size += typeof cell === 'string' ? cell.length : 8;
    if (this.#size <= mostRowCharacters) return;
    throw fileFault('The workbook has a row with more than 1,048,576 characters.', { line: this.#line });
  }

  #closeRow(): void {
    if (this.#cells.length > 0) this.#rows.push(this.#row());
    for (const { column, to } of this.#tables.merged.get(this.#line) ?? []) {
      if (to === this.#line) continue;
      const value = this.#cells[column] ?? null;
      if (!isBlank(value)) this.#reaching.set(column, { to, value });
    }
  }

  #row(): TableRow {
    const [fault, isComputed] = [this.#fault, this.#typed === 0];
    const [errors, uncomputed] = [this.#errors, this.#uncomputed];
    const isMerged = this.#fillMerged();
    const mergedWidth = this.#mergedWidth();
    const links = this.#hiddenLinks();
    return {
      line: this.#line,
      cells: this.#cells,
      size: this.#size,
      ...(fault && { fault }),
      ...(isComputed && { isComputed }),
      ...(errors.length > 0 && { errors }),
      ...(uncomputed.length > 0 && { uncomputed }),
      ...(links.size > 0 && { links }),
      ...(this.#isHidden && { isHidden: true }),
      ...(isMerged && { isMerged }),
      ...(mergedWidth > 0 && { mergedWidth }),
    };
  }

  /** The links of the row whose addresses its cells do not show. */
  #hiddenLinks(): ReadonlyMap<number, string> {
    const all = [...(this.#tables.links.get(this.#line) ?? []), ...this.#links];
    return new Map(all.filter(([column, link]) => !showsAddress(this.#cells[column], link)));
  }

  /** The columns of the widest cell that is merged in this row alone; 0 if there is none. */
  #mergedWidth(): number {
    const merged = this.#tables.merged.get(this.#line) ?? [];
    return merged.reduce((most, { to, width }) => (to === this.#line ? Math.max(most, width) : most), 0);
  }

  /** Puts the values of the merged cells that reach this row into it. */
  #fillMerged(): boolean {
    let isMerged = false;
    for (const [column, { to, value }] of this.#reaching) {
      if (to < this.#line) this.#reaching.delete(column);
      else if (!isBlank(value) && isBlank(this.#cells[column])) {
        isMerged = true;
        this.#count(value);
        while (this.#cells.length < column) this.#cells.push(null);
        this.#cells[column] = value;
      }
    }
    return isMerged;
  }

  /** The value of a cell. A formula has the value that the program stored last. */
  #cellOf(text: string): FileCell {
    switch (this.#type) {
      case 's':
        return this.#sharedText(Number(text));
      case 'inlineStr':
      case 'str':
        return plainText(cellTextOf(text));
      case 'b':
        return text.trim() === '1' || text.trim() === 'true';
      case 'e':
        return text.slice(0, longestError);
      case 'd':
        return isoDate(text, this.#tables.formats[this.#style] === 'date');
      default:
        return this.#numberOf(text);
    }
  }

  #sharedText(index: number): string {
    const text = this.#tables.sharedTexts[index];
    if (text === undefined)
      throw fileFault('The workbook is damaged: a cell refers to a text that is not there.', { line: this.#line });
    return text;
  }

  #numberOf(text: string): FileCell {
    const number = Number(text);
    if (!Number.isFinite(number)) {
      this.#fault ??= { cell: this.#column, message: 'The cell has a number that cannot be read.' };
      return text;
    }
    const format = this.#tables.formats[this.#style] ?? null;
    if (format === null) return number;
    if (format === 'percent') return { number, shown: `${Number((number * 100).toPrecision(15))}%` };
    if (typeof format === 'string') return dateOf(number, format, this.#tables.is1904);
    if (typeof format === 'object') return { number, shown: `${number} ${format.sign}` };
    return typeof format === 'function' ? inDigits(number, format) : inDecimals(number, format);
  }
}

/** A number that is no date stays a text. Day 0 is blank: a formula that refers to a blank cell has it. */
function dateOf(number: number, format: DateFormat, is1904: boolean): string | null {
  if (number === 0 && format !== 'time' && !is1904) return null;
  return dateOfSerial(number, format, is1904) ?? String(number);
}

const inDigits = (number: number, format: DigitFormat): FileCell =>
  number < 0 || !Number.isInteger(number) ? number : (format(number) ?? number);

function inDecimals(number: number, decimals: number): number | ShownNumber {
  const shown = withZeros(number, decimals);
  return shown === null ? number : { number, shown };
}

function isoDate(text: string, isDay: boolean): string {
  const [, date = text, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(text) ?? [];
  return time === undefined || isDay ? date : `${date}T${time}`;
}
