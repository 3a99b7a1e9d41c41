import { columnNames, columnsOf } from './columns.ts';
import { fileFault, formatFault } from './file-fault.ts';
import type { FileBytes, FileColumn, FileFormat } from './file-rows.ts';
import { headerRowOf } from './header-row.ts';
import { judgedRows, lastHeaderRow, mostColumns, mostHeldCharacters, mostNameCharacters } from './limits.ts';
import { type JsonLine, jsonLines, memberOf } from './ndjson.ts';
import { firstRows, sheetNamed, tableRows } from './table.ts';
import { filledLength, type TableRow } from './table-row.ts';
import { openWorkbook } from './xlsx/open-workbook.ts';
import type { Sheet } from './xlsx/workbook.ts';

/** What the service found in a file. */
export interface Detected {
  readonly format: FileFormat;
  /** The names of the sheets in XLSX, with those that are hidden; else empty. */
  readonly sheets: readonly string[];
  readonly columns: readonly FileColumn[];
  /** Sentences about what is odd. */
  readonly oddities: readonly string[];
}

/** Finds the row that names the columns, or takes the one that the format states. */
type HeaderRow = 'find' | 'stated';

/** The columns of a CSV or TSV file. */
export async function describedTable(file: FileBytes, format: FileFormat, header: HeaderRow): Promise<Detected> {
  return describedRows(await judgedTableRows(tableRows(file, format), format), format, header);
}

/** The columns of a sheet of a workbook: of the one that the format names, else of the first one with a row. */
export async function describedWorkbook(file: FileBytes, stated?: FileFormat): Promise<Detected> {
  await using workbook = await openWorkbook(file);
  const { sheets } = workbook;
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const candidates = typeof stated?.sheet === 'string' ? [sheetNamed(sheets, stated.sheet)] : visible;
  for (const sheet of candidates) {
    const format: FileFormat = {
      type: 'xlsx',
      encoding: null,
      delimiter: null,
      header_row: stated?.header_row ?? null,
      sheet: sheet.name,
    };
    const rows = await judgedTableRows(workbook.rows(sheet), format);
    if (rows.length === 0) continue;
    const described = await describedRows(rows, format, stated === undefined ? 'find' : 'stated');
    return {
      ...described,
      sheets: sheets.map(({ name }) => name),
      oddities: [...toldSheets(sheets, sheet), ...described.oddities],
    };
  }
  if (typeof stated?.sheet === 'string')
    throw formatFault('sheet', 'not_allowed', `The sheet ${JSON.stringify(stated.sheet)} is empty.`);
  throw fileFault('The sheets of the workbook are empty.');
}

/** The columns of an NDJSON file are the keys of its objects. Reads all of it, because a key can come late. */
export async function describedJson(file: FileBytes, format: FileFormat): Promise<Detected> {
  const { names, judged } = await jsonKeys(file, format);
  if (names.length === 0) {
    throw fileFault('No line of the file is a JSON object. Write one object on each line (NDJSON).');
  }
  const columns = await columnsOf(names, judged, ({ object }, index) => memberOf(object, names[index] ?? ''));
  const broken = judged.filter(({ object }) => object === null).length;
  const oddities = broken === 0 ? [] : [`${counted(broken, 'line is', 'lines are')} not a JSON object.`];
  return { format: { ...format, header_row: null }, sheets: [], columns, oddities };
}

async function jsonKeys(
  file: FileBytes,
  format: FileFormat,
): Promise<{ readonly names: readonly string[]; readonly judged: readonly JsonLine[] }> {
  const judged: JsonLine[] = [];
  const names = new Set<string>();
  let size = 0;
  for await (const lines of jsonLines(file, format.encoding ?? 'utf-8')) {
    for (const line of lines) {
      addKeys(names, line);
      size += line.size;
      if (judged.length < judgedRows && size <= mostHeldCharacters) judged.push(line);
    }
  }
  return { names: [...names], judged };
}

function addKeys(names: Set<string>, { line, object }: JsonLine): void {
  for (const key of Object.keys(object ?? {})) {
    if (key.length > mostNameCharacters) throw fileFault('A key is longer than 200 characters.', { line });
    names.add(key);
  }
  if (names.size > mostColumns) throw fileFault('The objects of the file have more than 1,000 keys.', { line });
}

const judgedTableRows = (rows: AsyncIterable<readonly TableRow[]>, format: FileFormat): Promise<TableRow[]> =>
  firstRows(rows, { rows: judgedRows + (format.header_row ?? 0), characters: mostHeldCharacters });

async function describedRows(rows: readonly TableRow[], stated: FileFormat, header: HeaderRow): Promise<Detected> {
  const headerRow = header === 'find' ? headerRowOf(rows) : stated.header_row;
  if (headerRow !== null && (headerRow < 1 || headerRow > rows.length || headerRow > lastHeaderRow)) {
    const message = `The file has no row ${headerRow} that could name the columns.`;
    throw formatFault('header_row', 'out_of_range', message, { maximum: Math.min(rows.length, lastHeaderRow) });
  }
  const format = { ...stated, header_row: headerRow };
  const names = headerRow === null ? [] : (rows[headerRow - 1]?.cells ?? []);
  const data = rows.slice(headerRow ?? 0);
  const width = widthOf(names, data, format);
  const named = columnNames(names, width);
  const oddities = [...toldTitles(headerRow), ...named.oddities, ...toldWideRows(data, width)];
  const columns = await columnsOf(named.names, data, ({ cells }, index) => cells[index]);
  return { format, sheets: [], columns, oddities };
}

/** A table is as wide as its fullest row; in a text file, the row of names says where it ends. */
function widthOf(names: readonly unknown[], data: readonly TableRow[], { type, header_row }: FileFormat): number {
  const widest = data.reduce((most, { cells }) => Math.max(most, filledLength(cells)), filledLength(names));
  return type === 'xlsx' || header_row === null ? widest : Math.min(widest, names.length);
}

function toldTitles(headerRow: number | null): string[] {
  if (headerRow === null) return ['No row names the columns.'];
  return headerRow === 1
    ? []
    : [
        `${counted(headerRow - 1, 'row', 'rows')} above the names of the columns ${headerRow === 2 ? 'is' : 'are'} skipped.`,
      ];
}

function toldWideRows(data: readonly TableRow[], width: number): string[] {
  const count = data.filter(({ cells }) => cells.length > width && filledLength(cells) > width).length;
  return count === 0 ? [] : [`${counted(count, 'row has', 'rows have')} more cells than there are columns.`];
}

function toldSheets(sheets: readonly Sheet[], sheet: Sheet): string[] {
  return sheets.length === 1
    ? []
    : [`The workbook has ${sheets.length} sheets. Only the sheet ${JSON.stringify(sheet.name)} is imported.`];
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
