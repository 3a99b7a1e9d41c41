import type { ColumnType, FileEncoding, FileType } from '../../resources/transfer/imports.ts';

/** The word for the place of a row in a file. */
export const placeWord = ({ type }: Pick<FileFormat, 'type'>): 'row' | 'line' => (type === 'xlsx' ? 'row' : 'line');

/** How a file is read. A user can correct each part. */
export interface FileFormat {
  readonly type: FileType;
  /** Null for XLSX. */
  readonly encoding: FileEncoding | null;
  /** The character between two cells; null for XLSX and NDJSON. */
  readonly delimiter: string | null;
  /**
   * The line of the row that names the columns, from 1; in XLSX, the row of the sheet. The reader skips all rows above
   * it. Null if no row names the columns; the reader then calls them `Column 1`, `Column 2` and so on. Always null for
   * NDJSON, whose columns are the keys of its objects.
   */
  readonly header_row: number | null;
  /** The name of the sheet; null if the file is not XLSX. */
  readonly sheet: string | null;
}

/** A column of a file, as the service found it. */
export interface FileColumn {
  readonly name: string;
  /** The first three different values that are not blank, as text. */
  readonly samples: readonly string[];
  readonly type: ColumnType;
}

/** A column with more of its values than answers show, by which a mapping is proposed. */
export interface SeenColumn extends FileColumn {
  /** The first hundred different values that are not blank, as text. */
  readonly values: readonly string[];
  /** The first hundred texts that several cells have, without regard to case. */
  readonly repeated: readonly string[];
}

/** A cell: text in CSV and TSV, a JSON value in NDJSON, a number, boolean or text (dates in ISO 8601) in XLSX. */
export type Cell = unknown;

/** A row of data. */
export interface FileRow {
  /** Counts the rows of data, from 1. */
  readonly number: number;
  /** The line of the file on which the row begins, from 1; the row of the sheet in XLSX. */
  readonly line: number;
  /** In the order of the columns; blank cells are null or empty text. A row with a problem can have further cells. */
  readonly cells: readonly Cell[];
  /** The reason for which the row cannot be read, such as too many cells or a broken formula. */
  readonly problem?: RowProblem;
}

/** A fault of one row. */
export interface RowProblem {
  /** The name of the column, if the fault lies in one cell. */
  readonly column: string | null;
  readonly message: string;
}

/** The bytes of a file. It can be read several times, always from the beginning. */
export interface FileBytes {
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}
