import { Button } from '../button/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface Props {
  /** The name of what could not be opened: `New project`. */
  readonly title: string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/**
 * Takes the place of a form that could not be loaded. It keeps the keys of somebody who types on from acting on the
 * screen behind it.
 */
export const UnopenedDialog = ({ title, onRetry, onClose }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p role="alert">It could not be opened, because the service does not answer.</p>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
      <Button look="filled" onClick={onRetry}>
        Try again
      </Button>
    </DialogActions>
  </Dialog>
);
