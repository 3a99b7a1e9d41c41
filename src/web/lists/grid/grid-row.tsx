import { memo, type MouseEvent } from 'react';
import type { ViewContext } from '../../fields/field-view.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { CellFault, OpenCell } from '../edit/cell-edits.ts';
import { RowFaults } from '../edit/row-faults.tsx';
import type { ListedRecord } from '../../data/records.ts';
import { cellText } from './cell-text.ts';
import { GridCell } from './grid-cell.tsx';
import style from './grid.module.css';
import type { RowActions } from './row-actions.ts';
import { placeName } from './use-cell-focus.ts';

interface Props {
  readonly plural: string;
  readonly record: ListedRecord;
  readonly columns: readonly ListColumn[];
  readonly context: ViewContext;
  /** Its row in the grid; the heads are row 0. */
  readonly row: number;
  readonly top: number;
  /** The column of the cell that Tab stops at, if it is in this row. */
  readonly stop: number | null;
  /** Null if rows cannot be selected and changed. */
  readonly isSelected: boolean | null;
  readonly open: OpenCell | null;
  readonly faults: readonly CellFault[];
  readonly actions: RowActions;
}

/** A record as a row. The cell of its name leads to its page. */
export const GridRow = memo(function GridRow(props: Props) {
  const { plural, record, columns, context, row, top, stop, isSelected, open, faults, actions } = props;
  const offset = isSelected === null ? 0 : 1;
  const title = titleColumn(columns);
  const placed = (column: number) => ({
    'data-place': placeName({ row, column }),
    tabIndex: stop === column ? 0 : -1,
    onFocus: () => actions.focus(row, column),
  });
  const onClick = (event: MouseEvent): void => {
    if (isSelected === null || isOwn(event) || !event.shiftKey) return;
    event.preventDefault();
    actions.select(record.id, true);
  };
  const column = columns[title];
  return (
    <div
      role="row"
      aria-rowindex={row + 1}
      {...(isSelected === null ? {} : { 'aria-selected': isSelected })}
      data-row={record.id}
      data-peek={`${plural}/${record.id}`}
      className={`${style.row} ${open ? style.open : ''} ${faults.length > 0 ? style.faulty : ''}`}
      style={{ insetBlockStart: top }}
      onClick={onClick}
      // Shift extends the selection of rows, not of text.
      onMouseDown={(event) => event.shiftKey && !isOwn(event) && event.preventDefault()}
    >
      {isSelected !== null && (
        <div role="gridcell" aria-colindex={1} className={`${style.cell} ${style.check}`} data-own-clicks>
          <label className={style.box}>
            <input
              type="checkbox"
              aria-label={`Select ${(column && cellText(column, record, context)) ?? `row ${row}`}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                actions.select(record.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
              }
              {...placed(0)}
            />
          </label>
        </div>
      )}
      {columns.map((one, index) => (
        <GridCell
          key={one.name}
          plural={plural}
          record={record}
          context={context}
          actions={actions}
          column={one}
          index={index}
          place={index + offset}
          isLink={index === title}
          begin={open?.name === one.name ? { text: open.begin } : null}
          isFaulty={faults.some(({ change }) => change.column.name === one.name)}
          placed={placed(index + offset)}
        />
      ))}
      {faults.length > 0 && <RowFaults faults={faults} retry={actions.retry} discard={actions.discard} />}
    </div>
  );
});

/** Whether a click belongs to an editor, a dialog or a checkbox in the row. */
const isOwn = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-own-keys], [data-own-clicks]') !== null;

/** The index of the column whose cells lead to the pages of the records. */
export const titleColumn = (columns: readonly ListColumn[]): number =>
  Math.max(
    0,
    columns.findIndex(({ name }) => name === 'name'),
  );
