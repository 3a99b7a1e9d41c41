import { lazyRouteComponent } from '@tanstack/react-router';
import { useEffect } from 'react';
import { everywhere } from '../../keys/key-names.ts';
import { useKeys } from '../../keys/keys.ts';
import { Late } from '../../parts/late.tsx';
import { usePreparedParts } from '../prepared.ts';
import { closeOverlay, openOverlay, type Overlay, takeAfterwards, useOverlay } from './overlay.ts';

const overlays = {
  commands: lazyRouteComponent(() => import('../command-menu/command-menu.tsx'), 'CommandMenu'),
  create: lazyRouteComponent(() => import('./sheets.tsx'), 'CreateSheet'),
  keys: lazyRouteComponent(() => import('../key-help/key-help.tsx'), 'KeyHelp'),
  me: lazyRouteComponent(() => import('./account-menu.tsx'), 'AccountMenu'),
  more: lazyRouteComponent(() => import('./sheets.tsx'), 'MoreSheet'),
  views: lazyRouteComponent(() => import('./view-picker.tsx'), 'ViewPicker'),
} as const satisfies Record<Overlay, unknown>;

const titles: Readonly<Record<Overlay, string>> = {
  commands: 'Search',
  create: 'New',
  keys: 'Keys',
  me: 'Account',
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
  usePreparedParts();
  if (overlay === null) return null;
  const Open = overlays[overlay];
  return (
    <Late key={overlay} title={titles[overlay]} load={Open.preload} onClose={closeOverlay}>
      <Open />
    </Late>
  );
}
