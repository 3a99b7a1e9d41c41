import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { FaultLine } from '../failure/fault-line.tsx';
import form from '../field/form.module.css';
import { useSending } from '../use-sending.ts';
import { DialogActions } from './dialog.tsx';

interface Props {
  /** Why the values were refused. */
  readonly fault?: string | undefined;
  /** The name of the button that sends it. */
  readonly verb: ReactNode;
  /** If it returns a promise that is rejected, the form stays and says why. */
  readonly onSubmit: () => void | Promise<void>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form in a dialog: its fault, its fields, and the buttons that send and cancel it. */
export function DialogForm({ fault, verb, onSubmit, onCancel, children }: Props) {
  const { reason, isBusy, send } = useSending();
  const submit = (): void => {
    const sent = isBusy ? undefined : onSubmit();
    if (sent) void send(() => sent);
  };
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FaultLine>{fault ?? reason}</FaultLine>
      {children}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="filled" type="submit" disabled={isBusy}>
          {verb}
        </Button>
      </DialogActions>
    </form>
  );
}
