import { useFormats } from '../data/formats.ts';
import style from '../parts/printed-table.module.css';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import type { BoardColumn, Grouping } from './grouping.ts';
import { CardTable } from './card-table.tsx';
import { PrintedCover, type PrintedColumn } from './printed-cover.tsx';
import { type Total, totalOfCards } from './summary.ts';

interface Props {
  readonly store: CardStore;
  readonly grouping: Grouping;
  readonly columns: readonly BoardColumn[];
  /** By column; undefined if the service does not add these cards up. */
  readonly totals: ReadonlyMap<string, Total> | undefined;
}

/** The board on paper: a page with its totals and the late bids, then a table for each column that has cards. */
export function PrintedBoard({ store, grouping, columns, totals }: Props) {
  const { count, money, wholeMoney } = useFormats();
  const printed = columns
    .map(({ key, name }): PrintedColumn => {
      const cards = store.column(key);
      return { key, name, cards, total: totals?.get(key) ?? totalOfCards(cards) };
    })
    .filter(({ cards }) => cards.length > 0);
  return (
    <>
      <PrintedCover grouping={grouping} columns={printed} />
      {printed.map(({ key, name, cards, total }) => (
        <section key={key} className={style.section}>
          <h2>
            {name}: {count(total.count)} · {money(total.amount)} · {wholeMoney(total.weighted)} weighted
          </h2>
          <CardTable cards={cards} grouping={grouping} />
        </section>
      ))}
    </>
  );
}
