/** The families of records that an import can make. */
export const importedFamilies = ['projects', 'leads', 'companies', 'contacts', 'tasks', 'calls', 'notes'] as const;

export type ImportedFamily = (typeof importedFamilies)[number];

/** The families of jobs that a firm wants to win. */
export const pursuitFamilies: readonly ImportedFamily[] = ['projects', 'leads'];

/** The families of which a title or a text alone makes a usual record. */
export const aloneFamilies: readonly ImportedFamily[] = ['tasks', 'calls', 'notes'];

/** The states of an import. The service works while it is `checking`, `running` or `undoing`. */
export const importStatuses = [
  'draft',
  'checking',
  'checked',
  'running',
  'complete',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;

export type ImportStatus = (typeof importStatuses)[number];

/** The results of the rows. Each row that is read has one of them. */
export const rowResults = ['created', 'updated', 'unchanged', 'superseded', 'skipped', 'rejected'] as const;

export type RowResult = (typeof rowResults)[number];

/** The result of an undo for the record of a row. */
export const rowUndos = ['undone', 'kept'] as const;

/** The counts of rows: those that were read, those with each result, and those of them that lack a value of the file. */
export const rowCounts = ['read', ...rowResults, 'kept_without'] as const;

export type RowCounts = Readonly<Record<(typeof rowCounts)[number], number>>;

export const noRowCounts = Object.fromEntries(rowCounts.map((name) => [name, 0])) as RowCounts;

/** The results whose rows can be had as a file. */
export const fileResults = ['rejected', 'superseded'] as const;

export type FileResult = (typeof fileResults)[number];

/** A problem of a row, with its column, field and text. */
export interface RowError {
  /** The column of the file; null if the fault lies in no single column. */
  readonly column: string | null;
  /** The field of the record, such as `amount` or `company`. */
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
  /** The text of the cell. */
  readonly value?: string;
  /** The records that the row may mean. */
  readonly ids?: readonly string[];
}

/** The last column of a file of rejected or superseded rows. It has the reasons. */
export const problemsColumn = 'problems';

export const fileTypes = ['csv', 'tsv', 'xlsx', 'ndjson'] as const;

export type FileType = (typeof fileTypes)[number];

export const fileEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type FileEncoding = (typeof fileEncodings)[number];

/** The kinds of values that a column of a file seems to hold. */
export const columnTypes = ['text', 'number', 'date', 'date_time', 'boolean', 'email', 'empty'] as const;

export type ColumnType = (typeof columnTypes)[number];

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

/** The word for the place of a row in a file. */
export const placeWord = ({ type }: Pick<FileFormat, 'type'>): 'row' | 'line' => (type === 'xlsx' ? 'row' : 'line');

/** A column of a file, as the service found it. */
export interface FileColumn {
  readonly name: string;
  /** The first three different values that are not blank, as text. */
  readonly samples: readonly string[];
  readonly type: ColumnType;
  /** In a workbook, the column whose links this one has: it stands behind the columns of the sheet. */
  readonly link_of?: string;
}

/** A column as an import stores it. */
export interface StoredColumn extends FileColumn {
  /** The number of its filled cells, by the first rows of the file. Earlier versions of the service did not count them. */
  readonly filled?: number;
}
