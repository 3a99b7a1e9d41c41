import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { DialogActions } from '../dialog/dialog.tsx';
import { Popover } from './popover.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A popover whose controls act at once. */
export const DonePopover = ({ title, onClose, children }: Props) => (
  <Popover title={title} onClose={onClose}>
    {children}
    <DialogActions>
      <Button look="filled" data-first onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Popover>
);
