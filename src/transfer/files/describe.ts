import { cellText } from '../../resources/transfer/cell-text.ts';
import { columnNames, columnsOf } from './columns.ts';
import { fileFault, formatFault } from './file-fault.ts';
import { type FileFormat, type StoredColumn, placeWord } from '../../resources/transfer/imports.ts';
import type { FileBytes, FileCell, SeenColumn } from './file-rows.ts';
import { cellsReader } from './data-cells.ts';
import { countNames, type Header, headerAmong, type NameFit, statedHeader } from './header-row.ts';
import {
  mostComparedSheets,
  judgedRows,
  lastHeaderRow,
  mostColumns,
  mostHeldCharacters,
  mostNameCharacters,
} from './limits.ts';
import { headingAgain } from './heading-again.ts';
import { linkedColumns, toldLinks, withLinks } from './linked-columns.ts';
import { type JsonLine, jsonLines, memberOf } from './ndjson.ts';
import { firstRows, sheetNamed, tableRows } from './table.ts';
import { filledLength, type TableRow } from './table-row.ts';
import { rowOddities } from './row-oddities.ts';
import { takingTurns } from './turns.ts';
import type { CommentedCells } from './xlsx/comments.ts';
import { type OpenWorkbook, openWorkbook } from './xlsx/open-workbook.ts';
import type { Sheet } from './xlsx/workbook.ts';

/** The format, sheets, columns and oddities that the service found in a file. */
export interface FileDescription {
  readonly format: FileFormat;
  /** The names of the sheets in XLSX, with those that are hidden; else empty. */
  readonly sheets: readonly string[];
  readonly columns: readonly StoredColumn[];
  /** The columns with more of their values, for the proposal of a mapping. */
  readonly seen: readonly SeenColumn[];
  /** Sentences about what is odd. */
  readonly oddities: readonly string[];
}

/** Finds the row that names the columns, or takes the one that the format states. */
export interface HeaderSearch {
  readonly header: 'find' | 'stated';
  readonly fit: NameFit;
}

/** The columns of a CSV or TSV file. */
export async function describedTable(
  file: FileBytes,
  format: FileFormat,
  header: HeaderSearch,
): Promise<FileDescription> {
  return describedRows(await judgedTableRows(tableRows(file, format), format), format, header);
}

/** The columns of a sheet of a workbook: of the one that the format names, else of the one with the largest table. */
export async function describedWorkbook(
  file: FileBytes,
  stated: FileFormat | undefined,
  header: HeaderSearch,
): Promise<FileDescription> {
  using workbook = await openWorkbook(file);
  const { sheets } = workbook;
  const parts = new Set<string>();
  const visible = sheets.filter(({ isHidden, part }) => !isHidden && !parts.has(part) && parts.add(part));
  const candidates = typeof stated?.sheet === 'string' ? [sheetNamed(sheets, stated.sheet)] : visible;
  const found = await largestTable(workbook, candidates, { stated, header });
  if (found !== null) {
    const described = await describedRows(found.rows, found.format, header);
    return {
      ...described,
      sheets: sheets.map(({ name }) => name),
      oddities: [
        ...toldSheets(sheets, found.sheet),
        ...described.oddities,
        ...toldComments(await workbook.commentedCells(found.sheet)),
      ],
    };
  }
  if (typeof stated?.sheet === 'string')
    throw formatFault('sheet', 'not_allowed', `The sheet ${JSON.stringify(stated.sheet)} is empty.`);
  throw fileFault('The sheets of the workbook are empty.');
}

interface SheetTable {
  readonly sheet: Sheet;
  readonly format: FileFormat;
  readonly rows: readonly TableRow[];
}

/** The table with the most columns that fields have, and the most rows; null if all sheets are empty. */
async function largestTable(
  workbook: OpenWorkbook,
  sheets: readonly Sheet[],
  { stated, header }: { readonly stated: FileFormat | undefined; readonly header: HeaderSearch },
): Promise<SheetTable | null> {
  let best: (SheetTable & { readonly size: number }) | null = null;
  const parts = { type: 'xlsx', encoding: null, delimiter: null, header_row: stated?.header_row ?? null } as const;
  let compared = 0;
  for (const sheet of sheets) {
    if (compared === mostComparedSheets) break;
    const format: FileFormat = { ...parts, sheet: sheet.name };
    const rows = await judgedTableRows(workbook.rows(sheet), format);
    if (rows.length === 0) continue;
    compared += 1;
    const size = sheets.length === 1 ? 1 : await tableSize(rows, header.fit);
    if (best === null || size > best.size) best = { sheet, format, rows, size };
  }
  return best;
}

/** A few more columns of fields count more than many more rows: a sheet of lists can be long. */
async function tableSize(rows: readonly TableRow[], fit: NameFit): Promise<number> {
  const header = await headerAmong(rows, fit);
  const names = header?.names ?? [];
  const width = rows.reduce((most, { cells }) => Math.max(most, filledLength(cells)), 0);
  const texts = names.map((name) => cellText(name).trim());
  const named = await countNames(texts, fit);
  const size = (named + width / 100) ** 2 * Math.log2(1 + rows.length - (header === null ? 0 : header.at + 1));
  // A sheet of lists has no column for what each record needs.
  return fit.required === undefined || texts.some(fit.required) ? size : size / 1000;
}

/** The columns of an NDJSON file are the keys of its objects. Reads all of it, because a key can come late. */
export async function describedJson(file: FileBytes, format: FileFormat): Promise<FileDescription> {
  const { names, judged } = await jsonKeys(file, format);
  if (names.length === 0) {
    throw fileFault('No line of the file is a JSON object. Write one object on each line (NDJSON).');
  }
  const seen = await columnsOf(names, judged, ({ object }, index) => memberOf(object, names[index] ?? ''));
  const broken = judged.filter(({ object }) => object === null).length;
  const oddities = broken === 0 ? [] : [`${counted(broken, 'line is', 'lines are')} not a JSON object.`];
  return { format: { ...format, header_row: null }, sheets: [], columns: seen.map(shown), seen, oddities };
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
  firstRows(rows, {
    rows: judgedRows + Math.min(format.header_row ?? 0, lastHeaderRow),
    characters: mostHeldCharacters,
  });

async function describedRows(
  rows: readonly TableRow[],
  stated: FileFormat,
  search: HeaderSearch,
): Promise<FileDescription> {
  const header = await headerOf(rows, stated, search);
  const { at, names, isDouble = false } = header ?? { at: null, names: [] };
  const format = { ...stated, header_row: lineOf(rows, at) };
  const data = rows.slice(at === null ? 0 : at + 1);
  const width = widthOf(names, data, format);
  const linked = linkedColumns(data, width);
  const named = columnNames(names, width, linked);
  const told = rowOddities(named.names, format);
  const read = cellsReader(named.names);
  const isHeading = headingAgain(names);
  const cells: { readonly line: number; readonly cells: readonly FileCell[] }[] = [];
  const turn = takingTurns();
  for (const row of data) {
    told.add(row);
    if (!isHeading(row)) cells.push({ line: row.line, cells: withLinks(read(row), row, { width, linked }) });
    await turn();
  }
  const oddities = [
    ...toldTitles(isDouble && at !== null ? at - 1 : at, format, isDouble),
    ...named.oddities,
    ...toldWideRows(data, width),
    ...told.sentences(),
    ...toldLinks(data, named.names, linked),
  ];
  const found = await columnsOf(named.names, cells, (row, index) => row.cells[index]);
  const seen = found.map((column, index) => ({ ...column, ...linkOf(named.names, linked[index - width]) }));
  return { format, sheets: [], columns: seen.map(shown), seen, oddities };
}

const headerOf = (rows: readonly TableRow[], { header_row: row }: FileFormat, { header, fit }: HeaderSearch) =>
  header === 'find' ? headerAmong(rows, fit) : statedAmong(rows, row, fit);

const linkOf = (names: readonly string[], at: number | undefined): { readonly link_of?: string } =>
  at === undefined ? {} : { link_of: names[at] ?? '' };

const shown = ({ values: _, repeated: __, hasNumbers: ___, ...column }: SeenColumn): StoredColumn => column;

const lineOf = (rows: readonly TableRow[], at: number | null): number | null =>
  at === null ? null : (rows[at]?.line ?? null);

/** @throws a refusal if no row among the first ones begins on that line. */
async function statedAmong(rows: readonly TableRow[], headerRow: number | null, fit: NameFit): Promise<Header | null> {
  if (headerRow === null) return null;
  const at = rows.findIndex(({ line }) => line === headerRow);
  if (at >= 0 && at < lastHeaderRow) return await statedHeader(rows, at, fit);
  const message = `The file has no row ${headerRow} that could name the columns.`;
  throw formatFault('header_row', 'out_of_range', message, {
    maximum: rows.at(lastHeaderRow - 1)?.line ?? rows.at(-1)?.line,
  });
}

/** A table is as wide as its fullest row; in a text file, the row of names says where it ends. */
function widthOf(names: readonly unknown[], data: readonly TableRow[], { type, header_row }: FileFormat): number {
  const widest = data.reduce((most, { cells }) => Math.max(most, filledLength(cells)), filledLength(names));
  return type === 'xlsx' || header_row === null ? widest : Math.min(widest, names.length);
}

/** @param at the number of the rows above the names that are not blank. */
function toldTitles(at: number | null, { type, header_row: row }: FileFormat, isDouble: boolean): string[] {
  if (at === null) return ['No row names the columns.'];
  if (at === 0 && !isDouble) return [];
  const place = placeWord({ type });
  const places = isDouble ? `${place}s ${(row ?? 0) - 1} and ${row}` : `${place} ${row}`;
  const skipped = at === 1 ? ' The row above is skipped.' : ` The ${at} rows above are skipped.`;
  return [`The names of the columns are in ${places}.${at === 0 ? '' : skipped}`];
}

function toldWideRows(data: readonly TableRow[], width: number): string[] {
  const count = data.filter(({ cells }) => cells.length > width && filledLength(cells) > width).length;
  return count === 0 ? [] : [`${counted(count, 'row has', 'rows have')} more cells than there are columns.`];
}

function toldSheets(sheets: readonly Sheet[], sheet: Sheet): string[] {
  const others = sheets.filter((one) => one !== sheet).map(({ name }) => JSON.stringify(name));
  if (others.length === 0) return [];
  const more = others.length > mostSheetsNamed ? ' …' : '';
  return [
    `The workbook has ${sheets.length} sheets. Only the sheet ${JSON.stringify(sheet.name)} is imported, ` +
      `not ${others.slice(0, mostSheetsNamed).join(', ')}${more}.`,
  ];
}

function toldComments({ count, first }: CommentedCells): string[] {
  if (count === 0) return [];
  return [`${counted(count, 'cell has a comment', 'cells have comments')}, first ${first}. Comments are not imported.`];
}

const mostSheetsNamed = 10;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
