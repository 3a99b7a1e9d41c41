import { type ReactNode, useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { DonePopover } from '../../parts/popover/done-popover.tsx';
import style from './filter-bar.module.css';

interface Props {
  /** The number of conditions. */
  readonly count: number;
  readonly onAdd: () => void;
  /** The conditions. */
  readonly children: ReactNode;
}

/** A button with the number of conditions, which opens them; without any, it adds one. */
export function FoldedFilters({ count, onAdd, children }: Props) {
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button data-chrome aria-keyshortcuts="f" onClick={() => (count === 0 ? onAdd() : setOpen(true))}>
        Filter
        {count > 0 && (
          <span className={style.count}>
            {formats.count(count)}
            <span className="hidden-text"> set</span>
          </span>
        )}
      </Button>
      {isOpen && (
        <DonePopover title="Filters" onClose={() => setOpen(false)}>
          {children}
        </DonePopover>
      )}
    </>
  );
}
