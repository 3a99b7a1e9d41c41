import { useEffect } from 'react';
import { useConnection } from '../data/connection.ts';
import { prepareDragging } from '../parts/dragging.ts';
import { allowPreparing, usePrepared } from '../parts/prepared.ts';
import { forgetMissingPart } from './new-version.ts';

/** The forms and dialogs that any screen can open, the ones that people open most first. */
const parts = [
  prepareDragging,
  () => import('./command-menu/command-menu.tsx'),
  () => import('../create/create-dialog.tsx'),
  () => import('./peek/peek-pane.tsx'),
  () => import('../projects/project-screen.tsx'),
  () => import('./overlays/sheets.tsx'),
  () => import('../record/conflict/conflict-dialog.tsx'),
  () => import('../companies/company-screen.tsx'),
  () => import('../contacts/contact-screen.tsx'),
  () => import('../sign-in/sign-in-dialog.tsx'),
  () => import('./key-help/key-help.tsx'),
];

/** Has the parts of the page loaded that any screen needs, once the screen is there and the connection works. */
export function usePreparedParts(): void {
  const isLive = useConnection().kind === 'live';
  usePrepared(...parts);
  useEffect(() => {
    if (isLive) forgetMissingPart();
    allowPreparing(isLive);
  }, [isLive]);
}
