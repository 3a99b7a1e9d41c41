import { type ReactNode, useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { DialogActions } from '../../parts/dialog/dialog.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
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
  const close = (): void => setOpen(false);
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
        <Popover title="Filters" onClose={close}>
          {children}
          <DialogActions>
            <Button look="filled" data-first onClick={close}>
              Done
            </Button>
          </DialogActions>
        </Popover>
      )}
    </>
  );
}
