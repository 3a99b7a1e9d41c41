import { Check } from '../../parts/icons/screen-icons.tsx';
import type { Due } from '../../pursuits/due.ts';
import style from './bid.module.css';

/** The sign of a bid that is overdue or submitted, which screen readers say in words. */
export function BidMark({ due }: { readonly due: Due }) {
  if (due === 'overdue') {
    return (
      <span aria-hidden="true" className={style.mark}>
        !
      </span>
    );
  }
  return due === 'submitted' ? <Check aria-hidden className={style.mark} /> : null;
}
