import { fileFault } from '../file-fault.ts';
import type { FileCell } from '../file-rows.ts';
import { withoutGuard } from '../formula-text.ts';
import { mostCellCharacters, mostColumns, mostRowCharacters, mostSheetRows } from '../limits.ts';
import { type TableFault, isBlank, type TableRow, tooManyColumns } from '../table-row.ts';
import type { DateFormat } from './number-formats.ts';
import { dateOfSerial } from './serial-date.ts';
import { longCell, textCollector } from './shared-texts.ts';
import { type Attributes, cellTextOf, readXml, type XmlReader } from './xml.ts';

/** The tables of a workbook that the cells of a sheet refer to. */
export interface CellTables {
  readonly sharedTexts: readonly string[];
  readonly dateFormats: readonly (DateFormat | null)[];
  readonly is1904: boolean;
}

/** The rows of a sheet in order, without blank ones. `line` is the number of the row in the sheet. */
export function sheetRows(sheet: AsyncIterable<Uint8Array>, tables: CellTables): AsyncGenerator<readonly TableRow[]> {
  const reader = new SheetReader(tables);
  return readXml(sheet, reader, () => reader.take());
}

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
    else if (name === 'row') this.#openRow(attributes);
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (!this.#isValue) this.#inline.text(text);
    else if (this.#value.length + text.length > mostCellCharacters) throw longCell(this.#line);
    else this.#value += text;
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else this.#inline.close(name);
  }

  #openRow({ r }: Attributes): void {
    this.#line = r === undefined ? this.#line + 1 : Number(r);
    if (!Number.isInteger(this.#line) || this.#line < 1 || this.#line > mostSheetRows) {
      throw new Error(`the number ${this.#line} is none of a row`);
    }
    this.#cells = [];
    this.#size = 0;
    this.#fault = undefined;
    this.#column = -1;
  }

  #openCell({ r, t, s }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (this.#column < 0) throw new Error(`the reference ${r ?? ''} names no column`);
    this.#type = t ?? 'n';
    this.#style = Number(s ?? 0);
    this.#value = '';
  }

  #closeCell(): void {
    const inline = this.#inline.take();
    const text = this.#type === 'inlineStr' ? inline : this.#value;
    const cell = text === '' ? null : this.#cellOf(text);
    this.#count(cell);
    if (isBlank(cell)) return;
    if (this.#column >= mostColumns) {
      const { message, line } = tooManyColumns(this.#line);
      throw fileFault(message, { line });
    }
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }

  /** Adds the cell to the size of its row. Cells may share one text, so the size of the file says little. */
  #count(cell: FileCell): void {
    if (cell !== null) this.#size += typeof cell === 'string' ? cell.length : 8;
    if (this.#size <= mostRowCharacters) return;
    throw fileFault('The workbook has a row with more than 1,048,576 characters.', { line: this.#line });
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    const fault = this.#fault;
    const row = { line: this.#line, cells: this.#cells, size: this.#size };
    this.#rows.push(fault === undefined ? row : { ...row, fault });
  }

  /** The value of a cell. A formula has the value that the program stored last. */
  #cellOf(text: string): FileCell {
    switch (this.#type) {
      case 's':
        return this.#sharedText(Number(text));
      case 'inlineStr':
      case 'str':
        return withoutGuard(cellTextOf(text));
      case 'b':
        return text.trim() === '1' || text.trim() === 'true';
      case 'e':
        this.#fault ??= { cell: this.#column, message: `The cell has the error ${text.slice(0, 20)}.` };
        return text;
      case 'd':
        return isoDate(text, this.#tables.dateFormats[this.#style] ?? null);
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
    const format = this.#tables.dateFormats[this.#style] ?? null;
    if (format === null) return number;
    const date = dateOfSerial(number, format, this.#tables.is1904);
    if (date === null)
      this.#fault ??= { cell: this.#column, message: `The cell has ${number} as a date, which is no date.` };
    return date ?? number;
  }
}

/** The index of the column of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

function isoDate(text: string, format: DateFormat | null): string {
  const [, date = text, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(text) ?? [];
  return time === undefined || format === 'date' ? date : `${date}T${time}`;
}
