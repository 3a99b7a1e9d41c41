import { creationsOf } from '../../create/creations.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { closeOverlay, leaveOverlay } from './overlay.ts';
import style from './sheets.module.css';

/** The sheet with the records that a person can make on any screen. */
export const CreateSheet = () => (
  <Dialog title="New" onClose={closeOverlay}>
    <ul>
      {creationsOf(useSession()).map(({ name, open }) => (
        <li key={name}>
          <button type="button" className={style.choice} onClick={() => leaveOverlay(open)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
    <DialogActions>
      <Button onClick={closeOverlay}>Close</Button>
    </DialogActions>
  </Dialog>
);
