import type { KeyboardEvent } from 'react';
import type { KeyMap } from '../../keys/key-names.ts';
import { useKeys } from '../../keys/keys.ts';
import { isEditable } from '../../fields/page-field.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';
import { titleColumn } from './grid-row.tsx';
import type { TableEditing } from './changing.ts';
import type { useCellFocus } from './use-cell-focus.ts';

interface GridKeys {
  readonly rows: readonly ListedRecord[];
  readonly columns: readonly ListColumn[];
  /** The place of the first column in the grid. */
  readonly first: number;
  readonly changing: TableEditing | null;
  readonly focus: ReturnType<typeof useCellFocus>;
}

/**
 * The keys of a grid. Arrows move, Shift with them selects, Enter and F2 edit. Letters are keys of the page in the
 * column of names; in another cell that can be edited, typing opens the editor.
 */
export function useGridKeys({ rows, columns, first, changing, focus }: GridKeys): (event: KeyboardEvent) => void {
  const { stop, go } = focus;
  const step = (by: 1 | -1) => (): void => {
    // From elsewhere, the keys enter the grid where Tab would.
    const isHere = document.activeElement?.closest('[role="grid"]') !== null;
    go({ row: Math.max(1, stop.row + (isHere ? by : 0)), column: stop.column });
  };
  const select = (): void => {
    const record = rows[stop.row - 1];
    if (!record || !changing) return;
    changing.selection.toggle(record.id);
    go(stop);
  };
  useKeys({ ...gridKeys(step), ...(changing ? changingKeys(select) : {}) }, { group: 'Rows' });
  const extend = (by: 1 | -1): void => {
    const to = Math.max(1, Math.min(rows.length, stop.row + by));
    const [record, from] = [rows[to - 1], rows[stop.row - 1]];
    if (!record) return;
    changing?.selection.extend(record.id, from?.id);
    go({ row: to, column: stop.column });
  };
  const onChangingKey = (event: KeyboardEvent): boolean => {
    const by = steps[event.key];
    if (event.shiftKey && by !== undefined) {
      extend(by);
      return true;
    }
    const [record, column] = [rows[stop.row - 1], columns[stop.column - first]];
    if (!record || !column || event.altKey) return false;
    const begin = editingBy(event, column, stop.column - first === titleColumn(columns));
    if (begin === undefined) return false;
    changing?.onEdit(record, column, begin);
    return true;
  };
  return (event) => {
    if (event.defaultPrevented || isOwn(event.target)) return;
    if (changing && onChangingKey(event)) event.preventDefault();
    else focus.onKeyDown(event);
  };
}

/** The keys that move in a grid. Its cells act on some by themselves. */
const gridKeys = (step: (by: 1 | -1) => () => void): KeyMap => ({
  j: { does: 'Next row', act: step(1) },
  arrowdown: { does: 'Next row', act: step(1) },
  k: { does: 'Row before', act: step(-1) },
  arrowup: { does: 'Row before', act: step(-1) },
  enter: { does: 'Open the record, or edit the cell', act: null },
});

const changingKeys = (select: () => void): KeyMap => ({
  x: { does: 'Select the row', act: select },
  'shift+arrowdown': { does: 'Select more rows', act: null },
  'shift+arrowup': { does: 'Select more rows', act: null },
  f2: { does: 'Edit the cell', act: null },
});

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether an editor or a message within a row has the key. */
const isOwn = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-own-keys]') !== null;

/** The text with which a key opens an editor; null for the value itself, undefined if the key does not. */
function editingBy(event: KeyboardEvent, column: ListColumn, isTitle: boolean): string | null | undefined {
  const { key, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return undefined;
  if (key === 'F2') return null;
  // Enter follows the link of a name, and letters are keys of the page there.
  if (isTitle) return undefined;
  if (key === 'Enter') return null;
  return key.length === 1 && !notTyped.includes(key) && isEditable(column) ? key : undefined;
}

/** Search, help and paging keep their keys everywhere. */
const notTyped = ['/', '?', ' '];
