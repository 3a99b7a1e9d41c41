/** The families of records that an import can make. */
export const importedFamilies = ['projects', 'leads', 'companies', 'contacts', 'tasks', 'calls'] as const;

export type ImportedFamily = (typeof importedFamilies)[number];

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
export const rowResults = ['created', 'updated', 'unchanged', 'superseded', 'rejected'] as const;

export type RowResult = (typeof rowResults)[number];

/** The results whose rows can be had as a file. */
export const fileResults = ['rejected', 'superseded'] as const;

export type FileResult = (typeof fileResults)[number];

/** What is wrong with a row. */
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
