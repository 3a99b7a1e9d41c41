import { memo, useRef } from 'react';
import type { Card } from '../../pursuits/card-fields.ts';
import { CardLink } from '../../pursuits/cards/card-link.tsx';
import { BidMark } from './bid-mark.tsx';
import style from './bid.module.css';
import { useBid } from '../../pursuits/use-bid.ts';
import { useDraggable } from '../../pursuits/cards/use-draggable.ts';

export interface BidProps {
  readonly card: Card;
  /** Whether Tab stops at this bid. Arrow keys move on from it. */
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
  /** Opens the menu of the bid; null if the person may not change it. */
  readonly onMenu: ((id: string) => void) | null;
}

/** A bid in one line: its hour and its name. */
export const BidEntry = memo(function BidEntry({ card, isStop, onFocus, onMenu }: BidProps) {
  const item = useRef<HTMLLIElement>(null);
  const { id, name } = card;
  const { due, shortHour, spoken } = useBid(card);
  useDraggable(item, id, onMenu !== null);
  return (
    <li ref={item} className={style.entry} data-due={due} data-timed={shortHour !== null}>
      <CardLink id={id} isStop={isStop} onFocus={onFocus} onMenu={onMenu} className={style.link}>
        <BidMark due={due} />
        {shortHour !== null && (
          <span aria-hidden="true" className={style.hour}>
            {shortHour}
          </span>
        )}
        <bdi className={style.name}>{name}</bdi>
        <span className="hidden-text">{spoken}</span>
      </CardLink>
    </li>
  );
});
