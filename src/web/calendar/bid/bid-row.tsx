import { JoinedLine } from '../../fields/joined-line.tsx';
import { memo, useRef } from 'react';
import { CardLink } from '../../pursuits/cards/card-link.tsx';
import { CardMenu } from '../../pursuits/cards/card-menu.tsx';
import type { BidProps } from './bid-entry.tsx';
import { BidMark } from './bid-mark.tsx';
import style from './bid.module.css';
import { useBid } from '../../pursuits/use-bid.ts';
import { useDraggable } from '../../pursuits/cards/use-draggable.ts';

/** A bid in two lines: its hour, its name and amount, then its client and estimator. */
export const BidRow = memo(function BidRow({ card, isStop, onFocus, onMenu }: BidProps) {
  const item = useRef<HTMLLIElement>(null);
  const { id, name } = card;
  const { due, hour, client, estimator, amount, spoken } = useBid(card);
  useDraggable(item, id, onMenu !== null);
  return (
    <li ref={item} className={style.row} data-due={due}>
      <CardLink id={id} isStop={isStop} onFocus={onFocus} onMenu={onMenu} className={style.rowLink}>
        {due !== 'none' && (
          <span aria-hidden="true" className={style.when}>
            <BidMark due={due} />
            {hour ?? <span className={style.hourless}>no hour</span>}
          </span>
        )}
        <span className={style.what}>
          <span className={style.rowName} dir="auto">
            {name}
          </span>
          <span className="hidden-text">{spoken}</span>
          <span className={style.about}>
            <JoinedLine parts={[client, card.project_number, estimator]} />
          </span>
        </span>
        <span className={style.amount}>{amount}</span>
      </CardLink>
      {onMenu && <CardMenu label={`Actions for ${name}`} className={style.menu} onOpen={() => onMenu(id)} />}
    </li>
  );
});
