import type { StoredColumn } from '../../resources/transfer/imports.ts';

/** A column with more of its values than answers show, by which a mapping is proposed. */
export interface SeenColumn extends StoredColumn {
  /** The first different values that are not blank, as text: a hundred, or fewer in a wide file. */
  readonly values: readonly string[];
  /** The first texts that several cells have, in lower case, with the first of their lines; as many at most. */
  readonly repeated: ReadonlyMap<string, readonly number[]>;
  /** Whether some cells are numbers rather than texts, so that their form says nothing. */
  readonly hasNumbers: boolean;
}

/** A cell: text in CSV and TSV, a JSON value in NDJSON, a number, boolean or text (dates in ISO 8601) in XLSX. */
export type FileCell = unknown;

/** A row of data. */
export interface FileRow {
  /** Counts the rows of data, from 1. */
  readonly number: number;
  /** The line of the file on which the row begins, from 1; the row of the sheet in XLSX. */
  readonly line: number;
  /** In the order of the columns; blank cells are null or empty text. A row with a problem can have further cells. */
  readonly cells: readonly FileCell[];
  /** The reason for which the row cannot be read, such as too many cells or a broken formula. */
  readonly problem?: RowProblem;
  /** In a workbook, whether all of its filled cells are formulas. */
  readonly isComputed?: boolean;
  /** Whether it has a formula without a value or with an error. */
  readonly isUnvalued?: boolean;
  /** In a workbook, whether a cell of it is merged with others over most of the table. */
  readonly isTitle?: boolean;
}

/** The reason for which a row is no record. */
export interface RowSkip {
  /** The column of the text that tells it. */
  readonly column: string | null;
  /** Such as `totals`, `footer` or `only_formulas`. */
  readonly code: string;
  /** A sentence that names what the row is. */
  readonly message: string;
  /** The text that tells it. */
  readonly value?: string;
}

/** A fault of one row. */
export interface RowProblem {
  /** The name of the column, if the fault lies in one cell. */
  readonly column: string | null;
  readonly message: string;
}

/** The bytes of a file. It can be read several times, from the beginning or from a later byte. */
export interface FileBytes {
  readonly size: number;
  read(start?: number): AsyncIterable<Uint8Array>;
}
