import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Me } from '../frame/me.tsx';
import { closeOverlay } from './overlay.ts';

/** The sheet with the part of the navigation about the person. A narrow navigation has no room for it. */
export const MeSheet = () => (
  <Dialog title="Me" onClose={closeOverlay}>
    <Me />
    <DialogActions>
      <Button onClick={closeOverlay}>Close</Button>
    </DialogActions>
  </Dialog>
);
