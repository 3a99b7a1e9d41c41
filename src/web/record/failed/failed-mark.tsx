import { Button } from '../../parts/button/button.tsx';
import style from '../facts.module.css';
import type { FailedChange } from './failed-changes.ts';

interface Props {
  readonly label: string;
  readonly failure: FailedChange;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
  /** Called when a button of the mark goes, so that the focus gets a place. */
  readonly onDone: () => void;
}

/** Says at a field that its last change was not made, and keeps what was typed. */
export const FailedMark = ({ label, failure, onEdit, onDiscard, onDone }: Props) => (
  <div role="group" aria-label={`${label} was not saved`} className={style.failed}>
    <p role="alert">
      <span className={style.kept}>“{failure.shown}”</span> was not saved. {failure.reason}
    </p>
    <div className={style.ways}>
      <Button
        onClick={() => {
          onDone();
          failure.again();
        }}
      >
        Try again
      </Button>
      <Button look="bare" onClick={onEdit}>
        Edit
      </Button>
      <Button
        look="bare"
        onClick={() => {
          onDone();
          onDiscard();
        }}
      >
        Discard
      </Button>
    </div>
  </div>
);
