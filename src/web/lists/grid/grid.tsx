import { useRef } from 'react';
import type { ViewContext } from '../../fields/field-view.ts';
import { useMedia } from '../../parts/use-media.ts';
import { scaled } from '../../parts/scaled.ts';
import { useWindow } from '../../parts/window.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { CellFault } from '../edit/cell-edits.ts';
import type { ListedRecord } from '../../data/records.ts';
import type { SelectedRows } from '../selection/use-selection.ts';
import type { TableEditing } from './changing.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import style from './grid.module.css';
import { useCellFocus } from './use-cell-focus.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useNextPage } from './use-next-page.ts';
import { useRowActions } from './use-row-actions.ts';

export interface GridProps {
  readonly plural: string;
  readonly label: string;
  readonly rows: readonly ListedRecord[];
  /** The number of all matching records, if it is known. */
  readonly total: number | null;
  readonly columns: readonly ListColumn[];
  readonly context: ViewContext;
  readonly sort: string | undefined;
  /** Called with the name of a pressed head. */
  readonly onSort?: ((name: string) => void) | undefined;
  /** Null for people who may only read. */
  readonly changing: TableEditing | null;
  /** Called when the last rows are near. */
  readonly onEnd: () => void;
}

/** A list as an ARIA grid: only the rows that can be seen are rendered, and the arrows move among the cells. */
export function Grid({ plural, label, rows, total, columns, context, sort, onSort, changing, onEnd }: GridProps) {
  const rowHeight = scaled(useMedia('(pointer: coarse)') ? 44 : 34);
  const checkWidth = changing === null ? 0 : rowHeight + scaled(6);
  const first = changing === null ? 0 : 1;
  const grid = useRef<HTMLDivElement>(null);
  const focus = useCellFocus(grid, { rows: rows.length + 1, columns: columns.length + first, first });
  const { stop, onFocus } = focus;
  const onKeyDown = useGridKeys({ rows, columns, first, changing, focus });
  const actions = useRowActions({ changing, focus });
  const faults = changing?.edits.faults ?? none;
  const faulty = faults.map(({ change }) => rows.findIndex(({ id }) => id === change.record.id));
  const { ref, indexes } = useWindow(rows.length, { rowHeight, pinned: [stop.row - 1, ...faulty] });
  useNextPage(indexes, rows.length, onEnd);
  const widths = columns.map(({ width }) => scaled(width));
  const template = templateOf(columns);
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={columns.length + first}
      {...(changing === null ? {} : { 'aria-multiselectable': true })}
      className={style.grid}
      onKeyDown={onKeyDown}
    >
      <div ref={ref} role="presentation" className={style.scroller} data-scroll="grid">
        <div
          role="presentation"
          className={style.sheet}
          style={{
            ['--columns' as string]: changing === null ? template : `${checkWidth}px ${template}`,
            ['--check' as string]: `${checkWidth}px`,
            minInlineSize: widths.reduce((sum, width) => sum + width, checkWidth),
            blockSize: (rows.length + 1) * rowHeight,
          }}
        >
          <GridHead
            columns={columns}
            sort={sort}
            onSort={onSort}
            stop={stop}
            onFocus={onFocus}
            all={changing === null ? null : allRows(changing.selection, rows)}
          />
          {indexes.map((index) => {
            const record = rows[index];
            if (!record) return null;
            return (
              <GridRow
                key={record.id}
                plural={plural}
                record={record}
                columns={columns}
                context={context}
                actions={actions}
                row={index + 1}
                top={(index + 1) * rowHeight}
                stop={stop.row === index + 1 ? stop.column : null}
                isSelected={changing?.selection.has(record.id) ?? null}
                open={changing?.edits.open?.id === record.id ? changing.edits.open : null}
                faults={faultsOf(faults, record)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The columns with long texts share the room that is left; without any, the first one has it. */
function templateOf(columns: readonly ListColumn[]): string {
  const growing = columns.some(({ grows }) => grows) ? columns.filter(({ grows }) => grows) : columns.slice(0, 1);
  const track = (column: ListColumn): string => {
    const width = scaled(column.width);
    return growing.includes(column) ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  };
  return columns.map(track).join(' ');
}

const none: readonly CellFault[] = [];

/** One empty list for all rows without faults, so that they are not rendered again. */
const faultsOf = (faults: readonly CellFault[], { id }: ListedRecord): readonly CellFault[] =>
  faults.some(({ change }) => change.record.id === id) ? faults.filter(({ change }) => change.record.id === id) : none;

const allRows = ({ has, ids, selectLoaded, clear }: SelectedRows, rows: readonly ListedRecord[]) => {
  const isChecked = rows.every(({ id }) => has(id));
  return { isChecked, isSome: ids.size > 0, onChange: isChecked ? clear : selectLoaded };
};
