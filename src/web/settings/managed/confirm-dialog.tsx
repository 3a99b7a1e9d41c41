import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import form from '../../parts/field/form.module.css';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

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
  const [reason, setReason] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      setReason(reasonOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={form.form}>
        {children}
        <FaultLine>{reason}</FaultLine>
        <DialogActions>
          <Button data-first onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void confirm()}>
            {name}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
