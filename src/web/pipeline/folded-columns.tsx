import { useRef, useState } from 'react';
import { useFormats } from '../data/formats.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';
import style from './column-view.module.css';
import type { BoardColumn, Grouping } from './grouping.ts';

interface Folding {
  /** The columns on the board, in order. */
  readonly shown: readonly BoardColumn[];
  /** The number of columns that are folded behind them. */
  readonly folded: number;
  readonly unfold: () => void;
}

interface FoldedBoard {
  readonly grouping: Grouping;
  readonly columns: readonly BoardColumn[];
  readonly isEmpty: (key: string) => boolean;
}

/**
 * Among people, those with bids come first, and the others fold. Somebody whose last bid leaves keeps the place, and
 * somebody who gets a first one takes the last place, so that no column moves under the hand.
 */
export function useFolding({ grouping, columns, isEmpty }: FoldedBoard): Folding {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState<readonly string[]>([]);
  if (grouping !== 'estimator') return { shown: columns, folded: 0, unfold: () => undefined };
  const known = busy.filter((key) => columns.some((column) => column.key === key));
  const added = columns.filter(({ key }) => !busy.includes(key) && !isEmpty(key)).map(({ key }) => key);
  if (added.length > 0) setBusy([...busy, ...added]);
  const keys = [...known, ...added];
  const first = keys.flatMap((key) => columns.filter((column) => column.key === key));
  const others = columns.filter(({ key }) => !keys.includes(key));
  return {
    shown: isOpen ? [...first, ...others] : first,
    folded: isOpen ? 0 : others.length,
    unfold: () => setOpen(true),
  };
}

interface Props {
  readonly count: number;
  readonly onOpen: () => void;
}

/** The place of the folded people. A press, or a card that is held over it, shows them. */
export function FoldedColumns({ count, onOpen }: Props) {
  const section = useRef<HTMLElement>(null);
  const formats = useFormats();
  useDropTarget(section, { name: 'column', value: 'folded', onHeld: onOpen });
  return (
    <section ref={section} aria-label="Without bids" className={`${style.column} ${style.collapsed}`}>
      <header className={style.head}>
        <div className={style.title}>
          <button type="button" className={style.toggle} aria-expanded={false} onClick={onOpen}>
            <span className={style.name}>Without bids</span> <span className={style.count}>{formats.count(count)}</span>
          </button>
        </div>
      </header>
    </section>
  );
}
