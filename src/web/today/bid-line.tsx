import { Link } from '@tanstack/react-router';
import { useFormats } from '../data/formats.ts';
import { JoinedLine } from '../fields/joined-line.tsx';
import type { Card } from '../pursuits/card-fields.ts';
import { useBid } from '../pursuits/use-bid.ts';
import style from './today.module.css';

/** A bid: its hour, or the day of a late one; its name; its client and estimator; its amount. */
export function BidLine({ bid }: { readonly bid: Card }) {
  const { day } = useFormats();
  const { due, hour, client, estimator, amount, spoken } = useBid(bid);
  const isLate = due === 'overdue';
  return (
    <li>
      <Link to="/projects/$id" params={{ id: bid.id }} className={style.bid} data-due={due}>
        <span className={style.when} aria-hidden="true">
          {isLate && bid.bid_due_date !== null && `! ${day(bid.bid_due_date)} `}
          {hour ?? (isLate ? '' : 'no hour')}
        </span>
        <span className={style.what}>
          <span className={style.name} dir="auto">
            {bid.name}
          </span>
          <span className="hidden-text">{spoken}</span>
          <span className={style.about}>
            <JoinedLine parts={[client, bid.project_number, estimator]} />
          </span>
        </span>
        <span className={style.amount}>{amount}</span>
      </Link>
    </li>
  );
}
