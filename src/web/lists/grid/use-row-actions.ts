import { useEffect, useMemo, useRef } from 'react';
import type { TableEditing } from './changing.ts';
import type { RowActions } from './row-actions.ts';
import type { useCellFocus } from './use-cell-focus.ts';

interface RowActionsInput {
  readonly changing: TableEditing | null;
  readonly focus: ReturnType<typeof useCellFocus>;
}

/** The actions of rows. They read the latest state when they are called, and stay the same functions. */
export function useRowActions(given: RowActionsInput): RowActions {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  return useMemo(
    () => ({
      focus: (row, column) => latest.current.focus.onFocus(row, column),
      select: (id, isRange) => {
        const selection = latest.current.changing?.selection;
        if (isRange) selection?.extend(id);
        else selection?.toggle(id);
      },
      edit: (record, column) => latest.current.changing?.onEdit(record, column, null),
      save: (record, column, value) => latest.current.changing?.edits.save(record, column, value),
      close: () => latest.current.changing?.edits.close(),
      retry: (fault) => latest.current.changing?.edits.retry(fault),
      discard: (fault) => latest.current.changing?.edits.discard(fault),
      leave: (leaving) => {
        const { stop, go } = latest.current.focus;
        if (leaving === 'elsewhere') return;
        const [rows, columns] = moves[leaving];
        go({ row: stop.row + rows, column: stop.column + columns });
      },
    }),
    [],
  );
}

const moves = { down: [1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;
