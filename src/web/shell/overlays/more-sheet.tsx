import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Me } from '../frame/me.tsx';
import { PinnedViews } from '../frame/pinned-views.tsx';
import { PlaceLinks, usePlaces } from '../frame/places.tsx';
import { closeOverlay } from './overlay.ts';
import style from './sheets.module.css';

/** The screens that the bar of a small device has no room for. */
export const MoreSheet = () => (
  <Dialog title="More" onClose={closeOverlay}>
    <nav aria-label="More" className={style.places}>
      <PlaceLinks places={usePlaces().filter(({ isOnBar }) => !isOnBar)} onGo={closeOverlay} />
      <PinnedViews onGo={closeOverlay} />
    </nav>
    <Me />
    <DialogActions>
      <Button onClick={closeOverlay}>Close</Button>
    </DialogActions>
  </Dialog>
);
