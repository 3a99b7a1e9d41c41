/** The unparsed text of one row of a body. */
export interface RowText {
  /** In characters, as sent. */
  readonly length: number;
  /** The number of values in the row, including the row itself and nested values. */
  readonly values: number;
  readonly keys: number;
  /** Whether this row and the rows before it stay within the limit of different keys. */
  readonly hasFewNames: boolean;
  readonly parse: () => unknown;
}

/** A body that holds an array of rows. */
export interface BulkText {
  /** The first rows, up to the limit; null if the body is not an object with the one key and an array under it. */
  readonly rows: readonly RowText[] | null;
  readonly count: number;
}

/** The settings for a parser of rows. */
export interface RowsAsked {
  /** The key of the array. */
  readonly key: string;
  /** The limit of rows to keep. Further rows are only counted. */
  readonly most: number;
}
