import type { FileCell } from './file-rows.ts';

/** A row of a file before its columns have names. Blank rows are left out. */
export interface TableRow {
  /** The line on which it begins, from 1; the row of the sheet in XLSX. */
  readonly line: number;
  readonly cells: readonly FileCell[];
  /** The characters of its cells, about. */
  readonly size: number;
  readonly fault?: TableFault;
  /** In a workbook, whether all of its filled cells are formulas. */
  readonly isComputed?: boolean;
  /** In a workbook, the indexes of the cells with errors, such as `#REF!`. */
  readonly errors?: readonly number[];
  /** In a workbook, the indexes of the formulas whose values are not in the file. */
  readonly uncomputed?: readonly number[];
  /** In a workbook, the addresses to which cells lead and which they do not show, by their indexes. */
  readonly links?: ReadonlyMap<number, string>;
  readonly isHidden?: boolean;
  /** Whether it has values of merged cells that begin in a row above. */
  readonly isMerged?: boolean;
  /** In a workbook, the most columns over which one of its cells is merged in this row alone, from three. */
  readonly mergedWidth?: number;
}

export interface TableFault {
  /** The index of the cell; null if the fault is of the whole row. */
  readonly cell: number | null;
  readonly message: string;
}

export const isBlank = (cell: FileCell): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The number of cells up to the last one that is not blank. */
export const filledLength = (cells: readonly FileCell[]): number => cells.findLastIndex((cell) => !isBlank(cell)) + 1;

export const tooManyColumns = (line: number): { readonly message: string; readonly line: number } => ({
  message: 'The file has more than 1,000 columns. Delete the columns that you do not import.',
  line,
});

const unstorable = /\0|\p{Surrogate}/u;

/** Whether a text has a NUL character or half of a character, which a database cannot store. */
export const isUnstorable = (text: string): boolean => unstorable.test(text);

/** Shows what cannot be stored as `␀` and `�`. */
export const storable = (text: string): string => text.replaceAll('\0', '␀').replace(/\p{Surrogate}/gu, '\ufffd');
