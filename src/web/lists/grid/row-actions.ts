import type { ListColumn } from '../columns/columns.ts';
import type { CellEdits, EditorResult } from '../edit/cell-edits.ts';
import type { FocusExit } from '../edit/cell-editor.tsx';
import type { ListedRecord } from '../../data/records.ts';

/** The actions of the cells of a row. The functions stay the same, so that only changed rows are rendered again. */
export interface RowActions {
  readonly focus: (row: number, column: number) => void;
  /** @param isRange whether the rows from the last selected one to this one are selected. */
  readonly select: (id: string, isRange: boolean) => void;
  /** Opens the editor of a cell. */
  readonly edit: (record: ListedRecord, column: ListColumn) => void;
  readonly save: (record: ListedRecord, column: ListColumn, given: EditorResult) => void;
  readonly close: () => void;
  readonly retry: CellEdits['retry'];
  readonly discard: CellEdits['discard'];
  /** Moves the focus from an editor. */
  readonly leave: (leaving: FocusExit) => void;
}
