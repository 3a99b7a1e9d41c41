import { cellText } from '../../resources/transfer/cell-text.ts';
import { typeOf } from './column-type.ts';
import type { FileCell } from './file-rows.ts';
import { isBlank, type TableRow } from './table-row.ts';

/** The number of these names that fields of the records have. */
export interface NameFit {
  (names: readonly string[]): number;
  /** The number of these names that fields have without which there is no record. */
  readonly required?: (names: readonly string[]) => number;
}

/** Of columns whose fields are not known. */
export const noNameFits: NameFit = () => 0;

/** The row that names the columns: its index, and the names, which two rows can hold together. */
export interface Header {
  readonly at: number;
  readonly names: readonly FileCell[];
}

/** The rows among which the header is looked for. */
const searched = 30;

/** The types of texts that can be names: a column can be called `Y`. */
const names: ReadonlySet<string> = new Set(['text', 'boolean']);

/** The longest name of a column. */
const longestName = 200;

/**
 * Finds the row that names the columns; null if none does. It is the first full row if that has names of fields, else
 * the first one below that has several, or that is fuller than all rows above it and stands on a column of other values.
 */
export function headerAmong(rows: readonly TableRow[], fit: NameFit): Header | null {
  const counts = rows.slice(0, searched * 2).map(({ cells }) => filledOf(cells));
  const most = Math.max(0, ...counts);
  const enough = Math.max(Math.min(most, 2), Math.ceil(most / 2));
  const first = counts.slice(0, searched).findIndex((count) => count >= enough);
  if (first < 0) return null;
  const full = counts.slice(0, searched).flatMap((count, at) => (at > first && count >= enough ? [at] : []));
  const later = full.filter((at) => looksLikeNames(rows, at));
  const isFirst = looksLikeNames(rows, first);
  if (isFirst && fitOf(rows, first, fit) > 0) return headerAt(rows, first, fit);
  const known = later.find((at) => fitOf(rows, at, fit) > 1);
  if (known !== undefined) return headerAt(rows, known, fit);
  if (isFirst) return headerAt(rows, first, fit);
  const plain = later.find(
    (at) => counts.slice(0, at).every((count) => count < (counts[at] ?? 0)) && hasContrast(rows, at),
  );
  if (plain !== undefined) return headerAt(rows, plain, fit);
  const among = datedNames(rows, fit);
  return among === null ? null : headerAt(rows, among, fit);
}

/** The row that has several names of fields beside others that are dates or numbers, such as months; null if none has. */
function datedNames(rows: readonly TableRow[], fit: NameFit): number | null {
  const fits = rows.slice(0, searched).map((_, at) => fitOf(rows, at, fit));
  const most = Math.max(0, ...fits);
  return most > 1 ? fits.indexOf(most) : null;
}

/** The header that a row begins or ends, if it and its neighbour name more fields together. */
function headerAt(rows: readonly TableRow[], at: number, fit: NameFit): Header {
  const alone = { at, names: rows[at]?.cells ?? [] };
  const below = namesTogether(rows, at + 1, fit);
  const isBetter = below !== null && fit(textsOf(below.names)) > fit(textsOf(alone.names));
  return isBetter ? below : statedHeader(rows, at, fit);
}

/** The names of a header whose last row is stated. */
export function statedHeader(rows: readonly TableRow[], at: number, fit: NameFit): Header {
  const alone = { at, names: rows[at]?.cells ?? [] };
  const together = namesTogether(rows, at, fit);
  return together !== null && fit(textsOf(together.names)) > fit(textsOf(alone.names)) ? together : alone;
}

/** The names of two adjacent rows, of which the upper one has names of groups or of columns; null if they have none. */
function namesTogether(rows: readonly TableRow[], at: number, fit: NameFit): Header | null {
  const [upper, lower] = [rows[at - 1], rows[at]];
  if (!upper || !lower || upper.line !== lower.line - 1) return null;
  const isPair = [upper, lower].every(
    ({ cells }) => filledOf(cells) > 1 && cells.every((cell) => isBlank(cell) || canBeName(cell)),
  );
  if (!isPair) return null;
  let group = '';
  const width = Math.max(upper.cells.length, lower.cells.length);
  const together = Array.from({ length: width }, (_, index) => {
    const [above, own] = [cellText(upper.cells[index]).trim(), cellText(lower.cells[index]).trim()];
    if (above !== '') group = above;
    if (own === '' || own === above) return above;
    const joined = `${group} ${own}`.trim();
    return fit([joined]) > 0 || fit([own]) === 0 ? joined : own;
  });
  return { at, names: together };
}

const filledOf = (cells: readonly FileCell[]): number => cells.filter((cell) => !isBlank(cell)).length;

const textsOf = (cells: readonly FileCell[]): string[] =>
  cells.map((cell) => cellText(cell).trim()).filter((text) => text !== '');

const fitOf = (rows: readonly TableRow[], at: number, fit: NameFit): number => fit(textsOf(rows[at]?.cells ?? []));

/** Names are short texts. A year can be one. A row whose values repeat or are numbers, dates or e-mails is data. */
function looksLikeNames(rows: readonly TableRow[], at: number): boolean {
  const cells = rows[at]?.cells ?? [];
  const next = rows[at + 1];
  if (!cells.every((cell) => isBlank(cell) || canBeName(cell))) return false;
  return next === undefined || !cells.every((cell, index) => cell === next.cells[index]);
}

function canBeName(cell: FileCell): boolean {
  const isYear = /^(19|20)\d\d$/.test(String(cell));
  return isYear || (typeof cell === 'string' && names.has(typeOf(cell)) && cell.length <= longestName);
}

/** Whether a column below a row has nothing but numbers, dates and the like, and no text of the row comes again. */
function hasContrast(rows: readonly TableRow[], at: number): boolean {
  const below = rows.slice(at + 1);
  const cells = rows[at]?.cells ?? [];
  if (below.some((row) => cells.some((cell, index) => !isBlank(cell) && row.cells[index] === cell))) return false;
  return cells.some((cell, index) => {
    const values = below.map((row) => row.cells[index]).filter((value) => !isBlank(value));
    return !isBlank(cell) && values.length > 1 && values.every((value) => !canBeName(value));
  });
}
