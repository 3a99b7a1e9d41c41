import { useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import style from './trash.module.css';
import type { TrashRow } from './use-trash.ts';
import { FaultLine } from '../parts/failure/fault-line.tsx';
import box from '../parts/check-target.module.css';

interface Props {
  readonly row: TrashRow;
  /** Why it could not be restored. */
  readonly fault: string | undefined;
  readonly isChecked: boolean;
  /** Null for those who may not restore. */
  readonly onCheck: ((isChecked: boolean) => void) | null;
  readonly onRestore: () => void;
}

/** A deleted record: its name, the time of its deletion and the person who deleted it. */
export function TrashEntry({ row, fault, isChecked, onCheck, onRestore }: Props) {
  const { moment } = useFormats();
  const { id, text, note, deletedAt, by } = row;
  return (
    <li className={style.row} data-row={id}>
      {onCheck && (
        <label className={box.check}>
          <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
          <span className="hidden-text">Select {text}</span>
        </label>
      )}
      <div className={style.record}>
        <p className={style.text} dir="auto">
          {text}
        </p>
        <p className={style.note}>{note}</p>
        <FaultLine>{fault === undefined ? null : `Not restored. ${fault}`}</FaultLine>
      </div>
      <p className={style.deleted}>
        Deleted <time dateTime={deletedAt}>{moment(deletedAt)}</time>
        {by !== null && ` by ${by}`}
      </p>
      {onCheck && (
        <Button aria-label={`Restore ${text}`} onClick={onRestore}>
          Restore
        </Button>
      )}
    </li>
  );
}
