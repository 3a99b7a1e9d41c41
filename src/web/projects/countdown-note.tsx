import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { countdown } from '../pursuits/countdown.ts';
import { type Bid, dueOf } from '../pursuits/due.ts';
import style from './countdown-note.module.css';

/** How long a bid has time, or how late it is, beside its due date. */
export function CountdownNote({ bid }: { readonly bid: Bid }) {
  const { today } = useFormats();
  const now = useNow();
  const text = countdown(bid, { now, today });
  if (text === null) return null;
  return (
    <span className={style.note} data-due={dueOf(bid, { now, today })}>
      {text}
    </span>
  );
}
