import type { ListColumn } from '../columns/columns.ts';
import type { CellEdits } from '../edit/cell-edits.ts';
import type { ListedRecord } from '../../data/records.ts';
import type { SelectedRows } from '../selection/use-selection.ts';

/** The selection and the edits of a table, for a person who may change its records. */
export interface TableEditing {
  readonly selection: SelectedRows;
  readonly edits: CellEdits;
  /** Opens the editor of a cell, or says why it has none. */
  readonly onEdit: (record: ListedRecord, column: ListColumn, begin: string | null) => void;
}
