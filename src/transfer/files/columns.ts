import { cellText, withoutForm } from '../../resources/transfer/cell-text.ts';
import { withoutInvisible } from '../../resources/vocabulary/invisible.ts';
import { commonType, typeOf } from './column-type.ts';
import type { FileCell, SeenColumn } from './file-rows.ts';
import { mostNameCharacters, mostSampleCharacters, mostSeenOfFile, mostSeenValues } from './limits.ts';
import { isBlank } from './table-row.ts';
import { takingTurns } from './turns.ts';

/** The characters for which a row itself counts. */
const charactersOfRow = 100;

/** The characters of a row with these cells, about, as the limits of imports count them. */
export const charactersOf = (cells: readonly FileCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + 1 + cellText(cell).length, charactersOfRow);

/** The columns with these names: their types and samples by the rows. */
export async function columnsOf<Row extends { readonly line: number }>(
  names: readonly string[],
  rows: readonly Row[],
  cellOf: (row: Row, index: number) => FileCell,
): Promise<SeenColumn[]> {
  const turn = takingTurns();
  const filled: FilledCells[] = [];
  for (const index of names.keys()) {
    filled.push(filledOf(rows, (row) => cellOf(row, index)));
    await turn();
  }
  // One stray cell far to the right makes a sheet wide, but its blank columns need no values.
  const share = Math.floor(mostSeenOfFile / Math.max(1, filled.filter(({ cells }) => cells.length > 0).length));
  const most = Math.min(mostSeenValues, share);
  const columns: SeenColumn[] = [];
  for (const [index, name] of names.entries()) {
    const found = filled[index] ?? { cells: [], lines: [] };
    const { cells } = found;
    const { samples, ...seen } = valuesOf(found, most);
    columns.push({
      name,
      samples,
      type: commonType(cells.map(typeOf)),
      filled: cells.length,
      ...seen,
    });
    await turn();
  }
  return columns;
}

/** The cells of a column that are not blank, and their lines. */
interface FilledCells {
  readonly cells: readonly FileCell[];
  readonly lines: readonly number[];
}

function filledOf<Row extends { readonly line: number }>(
  rows: readonly Row[],
  cellOf: (row: Row) => FileCell,
): FilledCells {
  const cells: FileCell[] = [];
  const lines: number[] = [];
  for (const row of rows) {
    const cell = cellOf(row);
    if (isBlank(cell)) continue;
    cells.push(cell);
    lines.push(row.line);
  }
  return { cells, lines };
}

type Values = Pick<SeenColumn, 'samples' | 'values' | 'repeated' | 'hasNumbers'>;

function valuesOf({ cells, lines }: FilledCells, most: number): Values {
  const [samples, values] = [new Set<string>(), new Set<string>()];
  const [first, repeated] = [new Map<string, number>(), new Map<string, number[]>()];
  const textOf = (cell: FileCell): string => cut(cellText(cell).trim(), mostSampleCharacters);
  for (const [at, cell] of cells.entries()) {
    // The zeros behind a number must not look like a group of digits: 26.100 is no 26 thousand.
    const text = textOf(withoutForm(cell));
    const lower = text.toLowerCase();
    if (values.size < most) values.add(text);
    if (samples.size < Math.min(most, mostSamples)) samples.add(textOf(cell));
    const [line = 0, before] = [lines[at], first.get(lower)];
    if (before === undefined) first.set(lower, line);
    else note(repeated, lower, { line, before, most });
  }
  const hasNumbers = cells.some((cell) => typeof withoutForm(cell) === 'number');
  return { samples: [...samples], values: [...values], repeated, hasNumbers };
}

/** Notes a further line of a text. @param most the texts with lines. */
function note(
  repeated: Map<string, number[]>,
  text: string,
  { line, before, most }: Readonly<Record<'line' | 'before' | 'most', number>>,
): void {
  const known = repeated.get(text);
  if (known && known.length < mostLines) known.push(line);
  if (!known && repeated.size < most) repeated.set(text, [before, line]);
}

/** The lines of a repeated text that sentences name. */
const mostLines = 5;

/** The values of a column that answers show. */
const mostSamples = 3;

/**
 * Names for columns: `Column 3` for a blank one, `Name (2)` for a repeated one. Names are compared without regard to
 * case. Line breaks in a name become spaces. Behind them stand the names of the columns for links: `Plans (link)`.
 */
export function columnNames(
  header: readonly FileCell[],
  width: number,
  linked: readonly number[] = [],
): { readonly names: string[]; readonly oddities: string[] } {
  const used = new Set<string>();
  const blank: string[] = [];
  const repeated: string[] = [];
  const names = Array.from({ length: width }, (_, index) => {
    const given = cut(
      withoutInvisible(cellText(header[index])).replaceAll(/\s+/g, ' ').trim(),
      mostNameCharacters,
    ).trim();
    const wanted = given === '' ? `Column ${index + 1}` : given;
    const name = unused(wanted, used);
    if (given === '') blank.push(name);
    else if (name !== wanted) repeated.push(name);
    used.add(name.toLowerCase());
    return name;
  });
  const ofLinks = linked.map((at) => {
    const name = unused(`${cut(names[at] ?? '', mostNameCharacters - longestEnding)} (link)`, used);
    used.add(name.toLowerCase());
    return name;
  });
  return {
    names: [...names, ...ofLinks],
    oddities: header.length === 0 ? [] : [...told('have no name', blank), ...told('repeat a name', repeated)],
  };
}

/** ` (link) (1000)` */
const longestEnding = 16;

function unused(wanted: string, used: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; used.has(name.toLowerCase()); count += 1) name = `${wanted} (${count})`;
  return name;
}

/** `2 columns repeat a name: “Phone (2)”, “Fax (2)”.` */
function told(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names
    .slice(0, 5)
    .map((name) => JSON.stringify(name))
    .join(', ');
  const verb = names.length === 1 ? what.replace('have', 'has').replace('repeat', 'repeats') : what;
  const count = names.length === 1 ? '1 column' : `${names.length} columns`;
  return [`${count} ${verb}: ${listed}${names.length > 5 ? ' …' : ''}.`];
}

/** The beginning of a text, without half of a character at its end. */
const cut = (text: string, characters: number): string =>
  [...text.slice(0, characters * 2)].slice(0, characters).join('');
