import { CatchBoundary, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect } from 'react';
import { everywhere } from '../../keys/key-names.ts';
import { useKeys } from '../../keys/keys.ts';
import { toast } from '../../toasts/toasts.ts';
import { closeOverlay, openOverlay, type Overlay, takeAfterwards, useOverlay } from './overlay.ts';

const commands = lazyRouteComponent(() => import('../command-menu/command-menu.tsx'), 'CommandMenu');

const overlays: Readonly<Record<Overlay, ComponentType>> = {
  commands,
  create: lazyRouteComponent(() => import('./sheets.tsx'), 'CreateSheet'),
  keys: lazyRouteComponent(() => import('../key-help/key-help.tsx'), 'KeyHelp'),
  me: lazyRouteComponent(() => import('./sheets.tsx'), 'MeSheet'),
  more: lazyRouteComponent(() => import('./sheets.tsx'), 'MoreSheet'),
  views: lazyRouteComponent(() => import('./view-picker.tsx'), 'ViewPicker'),
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
  if (overlay === null) return null;
  const Open = overlays[overlay];
  return (
    <CatchBoundary getResetKey={() => overlay} errorComponent={Unopened}>
      <Suspense>
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

/** Takes the place of an overlay that could not be loaded. */
function Unopened() {
  useEffect(() => {
    closeOverlay();
    toast('This could not be opened.', { isFault: true });
  }, []);
  return null;
}
