import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button/button.tsx';
import { DonePopover } from '../parts/popover/done-popover.tsx';
import style from './pipeline-screen.module.css';

/** A button that opens how the board is arranged, for narrow screens. */
export function FoldedChoices({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Display</Button>
      {isOpen && (
        <DonePopover title="Display" onClose={() => setOpen(false)}>
          <div className={style.folded}>{children}</div>
        </DonePopover>
      )}
    </>
  );
}
