import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** A cell of a grid. Row 0 holds the heads. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

interface FocusState {
  readonly place: CellPosition;
  /** The number of moves by keys. After each move, the cell takes the focus. */
  readonly moves: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** The first column with values, where the focus begins. A column before it holds checkboxes. */
  readonly first: number;
}

const pageRows = 10;

/** The cell that a key leads to; null if it leads nowhere. */
function stepFrom({ row, column }: CellPosition, key: string, size: GridSize): CellPosition | null {
  const to = targets(row, column, size)[key];
  return to === undefined ? null : within({ row: to[0], column: to[1] }, size);
}

function within({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition {
  const limited = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  return { row: limited(row, rows), column: limited(column, columns) };
}

const targets = (
  row: number,
  column: number,
  { rows, columns, first }: GridSize,
): Readonly<Record<string, readonly [number, number]>> => ({
  ArrowUp: [row - 1, column],
  ArrowDown: [row + 1, column],
  ArrowLeft: [row, column - 1],
  ArrowRight: [row, column + 1],
  PageUp: [row - pageRows, column],
  PageDown: [row + pageRows, column],
  Home: [row, first],
  End: [row, columns - 1],
  'ctrl+Home': [0, first],
  'ctrl+End': [rows - 1, columns - 1],
});

export const placeName = ({ row, column }: CellPosition): string => `${row}-${column}`;

/**
 * One cell of a grid is in the tab order, and the arrows move it (WAI-ARIA grid). An element that can be that cell has
 * the name of its place as `data-place`.
 */
export function useCellFocus(grid: RefObject<HTMLElement | null>, size: GridSize) {
  const [{ place, moves }, setPlace] = useState<FocusState>({ place: { row: 1, column: size.first }, moves: 0 });
  const done = useRef(0);
  const stop = within(place, size);
  const name = placeName(stop);
  useEffect(() => {
    if (moves === done.current) return;
    done.current = moves;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${name}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [grid, name, moves]);
  /** Focuses a cell, or the nearest one that exists. */
  const go = (to: CellPosition): void => setPlace((before) => ({ place: within(to, size), moves: before.moves + 1 }));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.shiftKey || event.defaultPrevented) return;
    const to = stepFrom(stop, `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.key}`, size);
    if (to === null) return;
    event.preventDefault();
    go(to);
  };
  /** For a cell that got the focus by itself. */
  const onFocus = useCallback((row: number, column: number): void => {
    setPlace(({ moves: before }) => ({ place: { row, column }, moves: before }));
  }, []);
  return { stop, go, onKeyDown, onFocus };
}
