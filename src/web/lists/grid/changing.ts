import type { Column } from '../columns/columns.ts';
import type { CellEdits } from '../edit/cell-edits.ts';
import type { ListedRecord } from '../list-query.ts';
import type { SelectedRows } from '../selection/use-selection.ts';

/** The selection and the edits of a table, for a person who may change its records. */
export interface Changing {
  readonly selection: SelectedRows;
  readonly edits: CellEdits;
  /** Opens the editor of a cell, or says why it has none. */
  readonly onEdit: (record: ListedRecord, column: Column, begin: string | null) => void;
}
