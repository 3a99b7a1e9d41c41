import type { EmbeddedUser } from '../record-types.ts';
import type { ImportSummary } from './import-summary.ts';
import type {
  FileColumn,
  FileFormat,
  ImportedFamily,
  ImportStatus,
  RowCounts,
  RowError,
  RowResult,
} from './imports.ts';
import type { Mapping } from './mapping.ts';

/** An import as lists and the answers to changes show it. */
export interface ShownImport {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly as: ImportedFamily;
  readonly status: ImportStatus;
  readonly problem: string | null;
  /** Null once it is deleted. */
  readonly file: { readonly name: string | null; readonly bytes: number } | null;
  readonly format: FileFormat;
  readonly sheets: readonly string[];
  readonly columns: readonly FileColumn[];
  readonly oddities: readonly string[];
  readonly mapping: Mapping;
  readonly counts: RowCounts | null;
  readonly dry_run: RowCounts | null;
  readonly undo: { readonly undone: number; readonly kept: number } | null;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly undone_at: string | null;
  readonly created_by: EmbeddedUser;
}

/** A check counts at most so many records of a resource beside those of its rows. */
export const mostMadeInCheck = 2000;

/** An import with the summary of its problems and, by resource, the number of records made beside those of its rows. */
export type ImportRead = ShownImport & {
  readonly made: Readonly<Record<string, number>>;
  readonly summary: ImportSummary | null;
};

/** A row of the file and what became of it. */
export interface ShownRow {
  readonly number: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly result: RowResult;
  readonly record_id: string | null;
  readonly undo: 'undone' | 'kept' | null;
  readonly errors: readonly RowError[];
  /** The problems that do not reject the row but need a look. */
  readonly warnings: readonly RowError[];
  /** The number and the line of the row that counts instead. */
  readonly superseded_by: number | null;
  readonly superseded_by_line: number | null;
}
