import { ArrowDown, ArrowUp, ChevronsUpDown } from '../../parts/icons/screen-icons.tsx';
import { useEffect, useRef } from 'react';
import type { ListColumn } from '../columns/columns.ts';
import { directionOf } from './sort.ts';
import style from './grid.module.css';
import { type CellPosition, placeName } from './use-cell-focus.ts';

interface Props {
  readonly columns: readonly ListColumn[];
  /** The `sort` of the address. */
  readonly sort: string | undefined;
  /** Absent if the list has an order of its own, as a search. */
  readonly onSort?: ((name: string) => void) | undefined;
  readonly stop: CellPosition;
  readonly onFocus: (row: number, column: number) => void;
  /** The checkbox of all rows; null if rows cannot be selected. */
  readonly all: AllRows | null;
}

/** Whether all rows, some or none are selected. */
interface AllRows {
  readonly isChecked: boolean;
  readonly isSome: boolean;
  readonly onChange: () => void;
}

/** The heads of the columns. Those by which the service can sort are buttons. */
export function GridHead({ columns, sort, onSort, stop, onFocus, all }: Props) {
  const offset = all === null ? 0 : 1;
  const placed = (column: number) => ({
    'data-place': placeName({ row: 0, column }),
    tabIndex: stop.row === 0 && stop.column === column ? 0 : -1,
    onFocus: () => onFocus(0, column),
  });
  return (
    <div role="row" aria-rowindex={1} className={`${style.row} ${style.heads}`}>
      {all && (
        <div role="columnheader" aria-colindex={1} className={`${style.head} ${style.check}`}>
          <AllCheckbox {...all} placed={placed(0)} />
        </div>
      )}
      {columns.map((column, index) => {
        const place = index + offset;
        const direction = directionOf(sort, column.sort);
        const look = `${style.head} label ${column.isNumber ? style.number : ''} ${index === 0 ? style.first : ''}`;
        const shared = { role: 'columnheader', 'aria-colindex': place + 1, className: look };
        if (column.sort === null || !onSort) {
          return (
            <div key={column.name} {...shared} {...placed(place)}>
              <span className={style.text}>{column.label}</span>
            </div>
          );
        }
        const { sort: name } = column;
        return (
          <div key={column.name} aria-sort={direction ?? 'none'} {...shared}>
            <button type="button" className={style.sort} onClick={() => onSort(name)} {...placed(place)}>
              <span className={style.text}>{column.label}</span>
              {direction === null && <ChevronsUpDown aria-hidden className={style.unsorted} />}
              {direction === 'ascending' && <ArrowUp aria-hidden />}
              {direction === 'descending' && <ArrowDown aria-hidden />}
            </button>
          </div>
        );
      })}
    </div>
  );
}

interface CheckboxProps extends AllRows {
  readonly placed: object;
}

function AllCheckbox({ isChecked, isSome, onChange, placed }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome && !isChecked;
  }, [isSome, isChecked]);
  return (
    <label className={style.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all rows that are loaded"
        checked={isChecked}
        onChange={onChange}
        {...placed}
      />
    </label>
  );
}
