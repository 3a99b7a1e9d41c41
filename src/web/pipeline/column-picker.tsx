import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useFormats } from '../data/formats.ts';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import style from './column-picker.module.css';
import type { BoardColumn } from './grouping.ts';
import type { Total } from './summary.ts';
import { useTotal } from './use-total.ts';

interface Props {
  /** The element that scrolls from column to column. */
  readonly board: RefObject<HTMLElement | null>;
  readonly columns: readonly BoardColumn[];
  readonly store: CardStore;
  readonly totalOf: (key: string) => Total | null;
}

/** The share of a column that is on the screen once it is the one that shows. */
const shownFrom = 0.6;

/** Says which column a narrow screen shows, and leads to another one. A swipe does so too. */
export function ColumnPicker({ board, columns, store, totalOf }: Props) {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.findLast(({ intersectionRatio }) => intersectionRatio >= shownFrom);
        if (entry?.target instanceof HTMLElement) setShown(entry.target.dataset['column']);
      },
      { root: board.current, threshold: shownFrom },
    );
    for (const element of elementsOf(board)) observer.observe(element);
    return () => observer.disconnect();
  }, [board, columns]);
  const scrollTo = (key: string): void => {
    const element = elementsOf(board).find(({ dataset }) => dataset['column'] === key);
    element?.scrollIntoView({ inline: 'center', block: 'nearest' });
  };
  const show = (key: string): void => {
    scrollTo(key);
    setShown(key);
  };
  const begin = useEffectEvent(() => {
    const first = columns.find(({ key }) => store.column(key).length > 0);
    if (first && board.current?.scrollLeft === 0) scrollTo(first.key);
  });
  // The board begins at a column with cards.
  useEffect(() => begin(), []);
  return (
    <div className={style.picker}>
      <select aria-label="Column" value={shown} onChange={({ target }) => show(target.value)}>
        {columns.map(({ key, name }) => (
          <ColumnOption key={key} id={key} name={name} store={store} total={totalOf(key)} />
        ))}
      </select>
    </div>
  );
}

const elementsOf = ({ current }: Props['board']): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[data-column]') ?? []),
];

interface OptionProps {
  readonly id: string;
  readonly name: string;
  readonly store: CardStore;
  readonly total: Total | null;
}

function ColumnOption({ id, name, store, total }: OptionProps) {
  const { count } = useFormats();
  const { count: cards } = useTotal(store, id, total);
  return <option value={id}>{`${name} · ${count(cards)}`}</option>;
}
