import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { useSending } from '../use-sending.ts';
import form from '../field/form.module.css';
import { FaultLine } from '../failure/fault-line.tsx';

interface Props {
  readonly title: string;
  /** The consequences. */
  readonly children: ReactNode;
  /** The name of the button: what happens. */
  readonly name: string;
  /** @throws {Refused} @throws {Unreachable} The dialog then says why, and stays. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, children, name, onConfirm, onClose }: Props) {
  const { reason, isBusy, send } = useSending();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={form.form}>
        {children}
        <FaultLine>{reason}</FaultLine>
        <DialogActions>
          <Button data-first onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void send(onConfirm)}>
            {name}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
