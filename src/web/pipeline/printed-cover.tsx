import { momentInFirm } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { useSession } from '../data/session.ts';
import { Mark } from '../parts/mark/mark.tsx';
import style from '../parts/printed-table.module.css';
import type { Card } from '../pursuits/card-fields.ts';
import { comparing } from '../pursuits/card-order.ts';
import { dueOf } from '../pursuits/due.ts';
import { CardTable } from './card-table.tsx';
import type { Grouping } from './grouping.ts';
import { sum, type Total } from './summary.ts';

/** A column on paper. */
export interface PrintedColumn {
  readonly key: string;
  readonly name: string;
  readonly cards: readonly Card[];
  readonly total: Total;
}

interface Props {
  readonly grouping: Grouping;
  readonly columns: readonly PrintedColumn[];
}

const groupNames: Readonly<Record<Grouping, string>> = {
  stage: 'Stage',
  estimator: 'Estimator',
  division: 'Division',
  week: 'Bids due',
};

/** The first page of the board on paper: the firm, the day, the totals, and the late bids. */
export function PrintedCover({ grouping, columns }: Props) {
  const { account } = useSession();
  const { count, today } = useFormats();
  const now = useNow();
  const late = columns
    .flatMap(({ cards }) => cards)
    .filter((card) => dueOf(card, { now, today }) === 'overdue')
    .sort(comparing('due'));
  return (
    <div className={style.cover}>
      <div className={style.head}>
        <p className={style.firm}>{account.name}</p>
        <Mark />
      </div>
      <p className={style.line}>{momentInFirm(now)}</p>
      <section className={style.section}>
        <h2>Totals</h2>
        <TotalsTable head={groupNames[grouping]} columns={columns} />
      </section>
      <section className={style.section}>
        <h2>Late: {count(late.length)}</h2>
        {late.length === 0 ? <p>No bid is late.</p> : <CardTable cards={late} grouping="week" />}
      </section>
    </div>
  );
}

const TotalsTable = ({ head, columns }: { readonly head: string; readonly columns: readonly PrintedColumn[] }) => (
  <table className={style.table}>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        {['Projects', 'Amount', 'Weighted'].map((name) => (
          <th key={name} scope="col" className={style.number}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {columns.map(({ key, name, total }) => (
        <TotalsRow key={key} name={name} total={total} />
      ))}
    </tbody>
    <tfoot>
      <TotalsRow name="All" total={sum(columns.map(({ total }) => total))} />
    </tfoot>
  </table>
);

function TotalsRow({ name, total }: { readonly name: string; readonly total: Total }) {
  const { count, money, wholeMoney } = useFormats();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={style.number}>{count(total.count)}</td>
      <td className={style.number}>{money(total.amount)}</td>
      <td className={style.number}>{wholeMoney(total.weighted)}</td>
    </tr>
  );
}
