import { memo, useMemo, useRef } from 'react';
import { useFormats } from '../data/formats.ts';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import type { CardMenuKind } from '../pursuits/cards/open-dialog.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';
import { useColumn } from '../pursuits/cards/use-pursuit-cards.ts';
import { cardHeight, CardView } from './card-view.tsx';
import style from './column-view.module.css';
import type { BoardColumn } from './grouping.ts';
import type { Total } from './summary.ts';
import { useTotal } from './use-total.ts';
import { useScrollWhileDragging } from '../parts/use-scroll-while-dragging.ts';
import { scaled } from '../parts/scaled.ts';
import { useWindow } from '../parts/window.ts';

interface Props {
  readonly column: BoardColumn;
  readonly store: CardStore;
  /** Null if the service does not add these cards up: the column does so itself. */
  readonly total: Total | null;
  /** The number of cards to render, if no more are seen. */
  readonly most: number;
  /** The hue of the stage; undefined if the columns are no stages. */
  readonly hue: number | undefined;
  readonly isCollapsed: boolean;
  /** Null on a narrow screen: it shows one column at a time, and names it above. */
  readonly onCollapse: ((key: string, isCollapsed: boolean) => void) | null;
  /** The card that Tab stops at, if it is in this column. */
  readonly stop: string | null;
  readonly onFocus: (id: string) => void;
  /** Null if the person may not change cards. */
  readonly onMenu: ((id: string, kind?: CardMenuKind) => void) | null;
}

/** A column of the board: its totals, and its cards in order. It takes dropped cards, also while it is collapsed. */
export const ColumnView = memo(function ColumnView(props: Props) {
  const { column, store, hue, isCollapsed, onCollapse } = props;
  const total = useTotal(store, column.key, props.total);
  const section = useRef<HTMLElement>(null);
  const isOver = useDropTarget(section, {
    name: 'column',
    value: column.key,
    isOn: column.drop !== null,
    // A collapsed column opens.
    onHeld: () => onCollapse?.(column.key, false),
  });
  const { count, shortMoney } = useFormats();
  const heading = `heading-${column.key}`;
  const title = (
    <>
      <span className={style.name}>{column.name}</span> <span className={style.count}>{count(total.count)}</span>
    </>
  );
  const sums = `${shortMoney(total.amount)} · ${shortMoney(total.weighted)} weighted`;
  return (
    <section
      ref={section}
      aria-labelledby={heading}
      data-column={column.key}
      className={`${style.column} ${isCollapsed ? style.collapsed : ''} ${isOver ? style.over : ''}`}
      style={hue === undefined ? {} : { ['--hue' as string]: hue }}
    >
      <header className={style.head}>
        <h2 id={heading} className={onCollapse ? style.title : 'hidden-text'}>
          {onCollapse ? (
            <button
              type="button"
              className={style.toggle}
              aria-expanded={!isCollapsed}
              onClick={() => onCollapse(column.key, !isCollapsed)}
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {!isCollapsed && <p className={style.sums}>{sums}</p>}
      </header>
      {!isCollapsed && <Cards {...props} />}
    </section>
  );
});

function Cards({ column, store, most, hue, stop, onFocus, onMenu }: Props) {
  const { key } = column;
  const cards = useColumn(store, key);
  const pinned = useMemo(() => (stop === null ? [] : [cards.findIndex(({ id }) => id === stop)]), [cards, stop]);
  const rowHeight = scaled(cardHeight);
  const { ref, indexes } = useWindow(cards.length, { rowHeight, pinned, most });
  useScrollWhileDragging(ref);
  return (
    <div ref={ref} className={style.scroller} data-scroll={`column-${key}`}>
      <ul className={style.cards} style={{ height: cards.length * rowHeight + scaled(8) }}>
        {indexes.map((index) => {
          const card = cards[index];
          if (!card) return null;
          const isStop = stop === card.id;
          return (
            <CardView
              key={card.id}
              card={card}
              top={index * rowHeight}
              place={index + 1}
              of={cards.length}
              hasStage={hue === undefined}
              isStop={isStop}
              onFocus={onFocus}
              onMenu={onMenu}
            />
          );
        })}
      </ul>
    </div>
  );
}
