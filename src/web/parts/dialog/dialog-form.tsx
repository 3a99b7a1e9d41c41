import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import form from '../field/form.module.css';
import { DialogActions } from './dialog.tsx';
import { FaultLine } from '../failure/fault-line.tsx';

interface Props {
  /** Why the values were refused. */
  readonly fault?: string | undefined;
  /** The name of the button that sends it. */
  readonly verb: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form in a dialog: its fault, its fields, and the buttons that send and cancel it. */
export const DialogForm = ({ fault, verb, onSubmit, onCancel, children }: Props) => (
  <form
    className={form.form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <FaultLine>{fault}</FaultLine>
    {children}
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button look="filled" type="submit">
        {verb}
      </Button>
    </DialogActions>
  </form>
);
