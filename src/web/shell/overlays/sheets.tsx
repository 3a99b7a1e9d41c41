import type { ReactNode } from 'react';
import { creationsOf } from '../../create/creations.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Me } from '../frame/me.tsx';
import { PinnedViews } from '../frame/pinned-views.tsx';
import { PlaceLinks, useIsOnBar, usePlaces } from '../frame/places.tsx';
import { closeOverlay, leaveOverlay } from './overlay.ts';
import style from './sheets.module.css';

/** The sheet with the records that a person can make on any screen. */
export const CreateSheet = () => (
  <Sheet title="New">
    <ul>
      {creationsOf(useSession()).map(({ name, open }) => (
        <li key={name}>
          <button type="button" className={style.choice} onClick={() => leaveOverlay(open)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  </Sheet>
);

/** The sheet with the screens that the bar of a small device has no room for. */
export function MoreSheet() {
  const isOnBar = useIsOnBar();
  return (
    <Sheet title="More">
      <nav aria-label="More" className={style.places}>
        <PlaceLinks places={usePlaces().filter((place) => !isOnBar(place))} onGo={closeOverlay} />
        <PinnedViews onGo={closeOverlay} />
      </nav>
      <Me />
    </Sheet>
  );
}

const Sheet = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Dialog title={title} onClose={closeOverlay}>
    {children}
    <DialogActions>
      <Button onClick={closeOverlay}>Close</Button>
    </DialogActions>
  </Dialog>
);
