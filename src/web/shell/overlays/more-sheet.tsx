import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Me } from '../frame/me.tsx';
import { PinnedViews } from '../frame/pinned-views.tsx';
import { PlaceLinks, places } from '../frame/places.tsx';
import { closeOverlay } from './overlay.ts';
import style from './sheets.module.css';

const others = places.filter(({ isOnBar }) => !isOnBar);

/** The screens that the bar of a small device has no room for. */
export const MoreSheet = () => (
  <Dialog title="More" onClose={closeOverlay}>
    <nav aria-label="More" className={style.places}>
      <PlaceLinks places={others} onGo={closeOverlay} />
      <PinnedViews onGo={closeOverlay} />
    </nav>
    <Me />
    <DialogActions>
      <Button onClick={closeOverlay}>Close</Button>
    </DialogActions>
  </Dialog>
);
