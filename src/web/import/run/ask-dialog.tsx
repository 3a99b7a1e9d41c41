import type { ReactNode } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import form from '../../parts/field/form.module.css';
import { useAction } from './use-action.ts';

interface Props {
  readonly title: string;
  readonly verb: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. If it fails, it says why and stays. */
export function AskDialog({ title, verb, onConfirm, onClose, children }: Props) {
  const { isBusy, error, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={form.form}>
        {children}
        <FaultLine>{error === null ? null : reasonOf(error)}</FaultLine>
        <DialogActions>
          <Button data-first onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void run(onConfirm)}>
            {verb}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
