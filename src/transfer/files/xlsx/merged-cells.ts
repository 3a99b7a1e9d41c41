import { fileFault } from '../file-fault.ts';
import { mostMerges } from '../limits.ts';
import { pieces } from '../pieces.ts';

/** A merged cell that goes over several rows, or over many columns of one. */
export interface MergedCell {
  /** The index of its first column. */
  readonly column: number;
  /** The number of its columns. */
  readonly width: number;
  /** Its first and its last row. */
  readonly from: number;
  readonly to: number;
}

/** The longest element that names a merged cell, about. */
const longest = 256;

/** The least number of columns of a cell that may be a title. */
const leastTitle = 3;

/**
 * The merged cells of a sheet that go over several rows or many columns, by their first row. They stand behind the rows,
 * so the sheet is searched before its rows are read.
 */
export async function mergedCellsOf(sheet: AsyncIterable<Uint8Array>): Promise<ReadonlyMap<number, MergedCell[]>> {
  const found = new Map<number, MergedCell[]>();
  let count = 0;
  let text = '';
  for await (const piece of pieces(sheet)) {
    text += Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    let end = 0;
    for (const match of text.matchAll(
      /<(?:\w{1,20}:)?mergeCell\s{1,9}ref=["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})/g,
    )) {
      end = match.index + match[0].length;
      const [, letters = '', first, lastLetters = '', last] = match;
      const column = columnOf(letters);
      const cell = { column, width: columnOf(lastLetters) - column + 1, from: Number(first), to: Number(last) };
      if (cell.to <= cell.from && cell.width < leastTitle) continue;
      count += 1;
      if (count > mostMerges) throw fileFault('The sheet has more than 100,000 merged cells. Save the sheet as CSV.');
      const others = found.get(cell.from);
      if (others) others.push(cell);
      else found.set(cell.from, [cell]);
    }
    text = text.slice(Math.max(end, text.length - longest));
  }
  return found;
}

/** The index of the column of a reference such as `AB12`; -1 if it names none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}
