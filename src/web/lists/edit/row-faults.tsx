import { Button } from '../../parts/button/button.tsx';
import type { CellEdits, CellFault } from './cell-edits.ts';
import style from './row-faults.module.css';

interface Props extends Pick<CellEdits, 'retry' | 'discard'> {
  readonly faults: readonly CellFault[];
}

/** The changes of a row that failed: the typed text, the reason, and another try. */
export const RowFaults = ({ faults, retry, discard }: Props) => (
  <div className={style.place} data-own-keys role="gridcell">
    <div className={style.faults} role="alert">
      {faults.map((fault) => (
        <div key={fault.change.column.name} className={style.fault}>
          <span>
            {fault.change.column.label} “{fault.text}” is not saved. {fault.reason}
          </span>
          <Button onClick={() => retry(fault)}>{fault.newer === null ? 'Try again' : 'Use mine'}</Button>
          <Button look="bare" onClick={() => discard(fault)}>
            Discard
          </Button>
        </div>
      ))}
    </div>
  </div>
);
