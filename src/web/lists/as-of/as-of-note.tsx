import { Button } from '../../parts/button/button.tsx';
import style from './as-of-note.module.css';
import { useAsOfInFull } from './use-as-of-words.ts';

interface Props {
  /** Undefined for now, which has no note. */
  readonly asOf: string | undefined;
  /** The words of the button that leads to the present. */
  readonly now?: string;
  readonly onNow: () => void;
}

/** Says that a screen shows the past, and leads to the present. */
export function AsOfNote({ asOf, now = 'Show now', onNow }: Props) {
  const words = useAsOfInFull();
  if (asOf === undefined) return null;
  return (
    <div className={style.note} role="status">
      <p>As of {words(asOf)}. Names as of today.</p>
      <Button data-chrome onClick={onNow}>
        {now}
      </Button>
    </div>
  );
}
