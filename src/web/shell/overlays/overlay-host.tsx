import { CatchBoundary, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { everywhere } from '../../keys/key-names.ts';
import { useKeys } from '../../keys/keys.ts';
import { OpeningDialog, UnopenedDialog } from '../../parts/dialog/unopened-dialog.tsx';
import { usePreparedParts } from '../prepared.ts';
import { closeOverlay, openOverlay, type Overlay, takeAfterwards, useOverlay } from './overlay.ts';

const commands = lazyRouteComponent(() => import('../command-menu/command-menu.tsx'), 'CommandMenu');

const overlays: Readonly<Record<Overlay, typeof commands>> = {
  commands,
  create: lazyRouteComponent(() => import('./sheets.tsx'), 'CreateSheet'),
  keys: lazyRouteComponent(() => import('../key-help/key-help.tsx'), 'KeyHelp'),
  me: lazyRouteComponent(() => import('./sheets.tsx'), 'MeSheet'),
  more: lazyRouteComponent(() => import('./sheets.tsx'), 'MoreSheet'),
  views: lazyRouteComponent(() => import('./view-picker.tsx'), 'ViewPicker'),
};

const titles: Readonly<Record<Overlay, string>> = {
  commands: 'Search',
  create: 'New',
  keys: 'Keys',
  me: 'Me',
  more: 'More',
  views: 'Pinned views',
};

/** The open overlay, and the keys that open one. */
export function OverlayHost() {
  const overlay = useOverlay();
  useKeys(
    {
      'ctrl+k': { does: 'Search, and find commands', act: () => openOverlay('commands') },
      '?': { does: 'Show all keys', act: () => openOverlay('keys'), isCommand: true },
    },
    { group: everywhere },
  );
  useEffect(() => {
    if (overlay === null) takeAfterwards()?.();
  }, [overlay]);
  usePreparedCommands();
  usePreparedParts();
  if (overlay === null) return null;
  const Open = overlays[overlay];
  const frame = { title: titles[overlay], onClose: closeOverlay };
  // The component remembers a failure until it is loaded anew.
  const loadAgain = async (): Promise<void> => await Open.preload?.();
  return (
    <CatchBoundary
      getResetKey={() => overlay}
      errorComponent={({ reset }) => <UnopenedDialog {...frame} onRetry={() => void loadAgain().then(reset)} />}
    >
      <Suspense fallback={<OpeningDialog {...frame} />}>
        <Open key={overlay} />
      </Suspense>
    </CatchBoundary>
  );
}

/** Loads the command menu as soon as the browser has nothing else to do, so that the first letters typed reach it. */
function usePreparedCommands(): void {
  useEffect(() => {
    const timer = setTimeout(() => void commands.preload?.(), preparedAfterMs);
    return () => clearTimeout(timer);
  }, []);
}

const preparedAfterMs = 1000;
