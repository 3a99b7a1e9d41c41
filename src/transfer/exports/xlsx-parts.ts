import type { ExportCell } from './cells.ts';
import type { ExportColumn } from './columns.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The places of the styles in the part with the styles. */
const styles = { plain: 0, header: 1, date: 2, percent: 3, amount: 4, ratio: 5, boldAmount: 6, boldRatio: 7 } as const;

const format = (number: number, font = 0): string =>
  `<xf xfId="0"${number === 0 ? '' : ` numFmtId="${number}" applyNumberFormat="1"`}${font === 0 ? '' : ` fontId="${font}" applyFont="1"`}/>`;

/** The formats of Excel for days, whole percents, amounts with cents, and percents with two decimals. */
const numbers = { day: 14, percent: 9, amount: 4, ratio: 10 } as const;

/** The cell formats in the order of `styles`. */
const cellFormats = [
  format(0),
  format(0, 1),
  format(numbers.day),
  format(numbers.percent),
  format(numbers.amount),
  format(numbers.ratio),
  format(numbers.amount, 1),
  format(numbers.ratio, 1),
];

/** The path of a worksheet in the workbook. @param index its place, from 0. */
export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/** Every part of a workbook except its worksheets (ECMA-376), by path. @param sheets the names of the worksheets. */
export const fixedParts = (sheets: readonly string[]): readonly (readonly [path: string, text: string])[] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets.map((_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${types}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packaged}/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`,
  ],
];

/** Writes the text of a worksheet, row by row. */
export class SheetRows {
  readonly #columns: readonly (ExportColumn & { readonly letters: string })[];
  #rows = 0;

  constructor(columns: readonly ExportColumn[]) {
    this.#columns = columns.map((column, index) => ({ ...column, letters: lettersOf(index) }));
  }

  /** The number of rows so far, the header included. */
  get rows(): number {
    return this.#rows;
  }

  begin(): string {
    const widths = this.#columns.map(
      (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`,
    );
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
    this.#rows = 1;
    const header = this.#columns.map(({ name, letters }) => textCell(`${letters}1`, name, styles.header));
    return `${head}<worksheet xmlns="${main}">${view}<cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
  }

  row(cells: readonly ExportCell[], isBold: boolean): string {
    this.#rows += 1;
    const written = this.#columns.map(({ kind, letters }, index) =>
      writtenCell(`${letters}${this.#rows}`, cells[index] ?? null, { kind, isBold }),
    );
    return `<row r="${this.#rows}">${written.join('')}</row>`;
  }

  end(): string {
    return '</sheetData></worksheet>';
  }
}

interface CellLook {
  readonly kind: ExportColumn['kind'];
  readonly isBold: boolean;
}

function writtenCell(at: string, cell: ExportCell, look: CellLook): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return numberCell(at, String(cell), numberStyle(look));
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return writtenText(at, cell, look);
}

/** A text may be a day, a percentage or an exact number. */
function writtenText(at: string, cell: string, look: CellLook): string {
  const { kind, isBold } = look;
  if ((kind === 'amount' || kind === 'ratio') && isNumber(cell)) return numberCell(at, cell, numberStyle(look));
  const day = kind === 'date' ? dayNumber(cell) : null;
  if (day !== null) return numberCell(at, String(day), styles.date);
  if (kind === 'percent') return numberCell(at, String(Number.parseFloat(cell) / 100), styles.percent);
  return textCell(at, cell, isBold ? styles.header : styles.plain);
}

function numberStyle({ kind, isBold }: CellLook): number {
  if (kind === 'amount') return isBold ? styles.boldAmount : styles.amount;
  if (kind === 'ratio') return isBold ? styles.boldRatio : styles.ratio;
  return isBold ? styles.header : styles.plain;
}

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

const numberCell = (at: string, number: string, style: number): string =>
  `<c r="${at}"${style === 0 ? '' : ` s="${style}"`}><v>${number}</v></c>`;

const textCell = (at: string, text: string, style: number): string =>
  `<c r="${at}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;

/** In UTF-16 units. Excel calls a workbook with a longer text damaged. */
const longest = 32_767;
const cutMark = ' … [cut: a workbook holds 32,767 characters in a cell; the CSV has the whole text]';

const cut = (text: string): string =>
  text.length <= longest ? text : text.slice(0, longest - cutMark.length).replace(/[\ud800-\udbff]$/, '') + cutMark;

const msOfDay = 86_400_000;
/** Excel takes 1900 for a leap year, so its day numbers are those of the calendar only from this day on. */
const firstDay = '1900-03-01';

/** The number of a day in a workbook; null if it has none, as days before March 1900. */
function dayNumber(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < firstDay) return null;
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / msOfDay;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold, and carriage returns, which it changes: `_x000D_` (ECMA-376, ST_Xstring). */
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(unwritable, (character) => `_x${hexOf(character)}_`)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** `0` → `A`, `26` → `AA`. */
function lettersOf(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** In characters. */
function widthOf({ name, kind }: ExportColumn): number {
  const content = { date: 11, percent: 11, plain: 21, text: 16, amount: 18, ratio: 11 }[kind];
  return Math.max(content, Math.min(name.length + 2, 40));
}
