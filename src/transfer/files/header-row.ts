import { cellText } from '../../resources/transfer/cell-text.ts';
import { typeOf } from './column-type.ts';
import type { FileCell } from './file-rows.ts';
import { isBlank, type TableRow } from './table-row.ts';
import { takingTurns } from './turns.ts';

/** Whether a text is the name of a field of the records. */
export interface NameFit {
  (name: string): boolean;
  /** Whether it is the name of a field without which there is no record. */
  readonly required?: (name: string) => boolean;
}

/** Of columns whose fields are not known. */
export const noNameFits: NameFit = () => false;

/** The number of different names of fields among texts, with turns for other work, because a row can have many. */
export async function countNames(texts: readonly string[], isName: (text: string) => boolean): Promise<number> {
  const turn = takingTurns();
  const found = new Set<string>();
  for (const text of texts) {
    if (isName(text)) found.add(text);
    await turn();
  }
  return found.size;
}

/** The row that names the columns: its index, and the names, which two rows can hold together. */
export interface Header {
  readonly at: number;
  readonly names: readonly FileCell[];
  /** Whether the names are those of the row above too. */
  readonly isDouble?: boolean;
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
export async function headerAmong(rows: readonly TableRow[], fit: NameFit): Promise<Header | null> {
  const counts = rows.slice(0, searched * 2).map(({ cells }) => filledOf(cells));
  const most = Math.max(0, ...counts);
  const enough = Math.max(Math.min(most, 2), Math.ceil(most / 2));
  const first = counts.slice(0, searched).findIndex((count) => count >= enough);
  if (first < 0) return null;
  const full = counts.slice(0, searched).flatMap((count, at) => (at > first && count >= enough ? [at] : []));
  const later = full.filter((at) => looksLikeNames(rows, at));
  const isFirst = looksLikeNames(rows, first);
  if (isFirst && (await fitOf(rows, first, fit)) > 0) return await headerAt(rows, first, fit);
  for (const at of later) if ((await fitOf(rows, at, fit)) > 1) return await headerAt(rows, at, fit);
  if (isFirst) return await headerAt(rows, first, fit);
  const fuller = later.filter((at) => counts.slice(0, at).every((count) => count < (counts[at] ?? 0)));
  const found = (await firstWithContrast(rows, fuller)) ?? (await datedNames(rows, fit));
  return found === null ? null : await headerAt(rows, found, fit);
}

async function firstWithContrast(rows: readonly TableRow[], candidates: readonly number[]): Promise<number | null> {
  const turn = takingTurns();
  for (const at of candidates) {
    if (hasContrast(rows, at)) return at;
    await turn();
  }
  return null;
}

/** The row that has several names of fields beside others that are dates or numbers, such as months; null if none has. */
async function datedNames(rows: readonly TableRow[], fit: NameFit): Promise<number | null> {
  let best = { at: 0, count: 1 };
  for (const at of rows.slice(0, searched).keys()) {
    const count = await fitOf(rows, at, fit);
    if (count > best.count) best = { at, count };
  }
  return best.count > 1 ? best.at : null;
}

/** The header that a row begins or ends, if it and its neighbour name more fields together. */
async function headerAt(rows: readonly TableRow[], at: number, fit: NameFit): Promise<Header> {
  const below = await namesTogether(rows, at + 1, fit);
  if (below !== null && (await countNames(textsOf(below.names), fit)) > (await fitOf(rows, at, fit))) return below;
  return await statedHeader(rows, at, fit);
}

/** The names of a header whose last row is stated. */
export async function statedHeader(rows: readonly TableRow[], at: number, fit: NameFit): Promise<Header> {
  const together = await namesTogether(rows, at, fit);
  const isBetter = together !== null && (await countNames(textsOf(together.names), fit)) > (await fitOf(rows, at, fit));
  return isBetter ? together : { at, names: rows[at]?.cells ?? [] };
}

/** The names of two adjacent rows, of which the upper one has names of groups or of columns; null if they have none. */
async function namesTogether(rows: readonly TableRow[], at: number, fit: NameFit): Promise<Header | null> {
  const [upper, lower] = [rows[at - 1], rows[at]];
  if (!upper || !lower || upper.line !== lower.line - 1) return null;
  const isPair = [upper, lower].every(
    ({ cells }) => filledOf(cells) > 1 && cells.every((cell) => isBlank(cell) || canBeName(cell)),
  );
  if (!isPair) return null;
  const turn = takingTurns();
  const together: string[] = [];
  let group = '';
  for (const index of Array(Math.max(upper.cells.length, lower.cells.length)).keys()) {
    const [above, own] = [cellText(upper.cells[index]).trim(), cellText(lower.cells[index]).trim()];
    if (above !== '') group = above;
    together.push(own === '' || own === above ? above : nameInGroup(group, own, fit));
    await turn();
  }
  return { at, names: together, isDouble: true };
}

function nameInGroup(group: string, own: string, fit: NameFit): string {
  const joined = `${group} ${own}`.trim();
  return fit(joined) || !fit(own) ? joined : own;
}

const filledOf = (cells: readonly FileCell[]): number => cells.filter((cell) => !isBlank(cell)).length;

const textsOf = (cells: readonly FileCell[]): string[] =>
  cells.map((cell) => cellText(cell).trim()).filter((text) => text !== '');

const fitOf = (rows: readonly TableRow[], at: number, fit: NameFit): Promise<number> =>
  countNames(textsOf(rows[at]?.cells ?? []), fit);

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
