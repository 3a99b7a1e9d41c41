import { useEffect } from 'react';
import { useConnection } from '../data/connection.ts';
import { prepareDragging } from '../parts/dragging.ts';
import { forgetMissingPart } from './new-version.ts';

/** Loads the parts of a page that a person may need next. A part that fails is loaded when it is needed. */
type Load = () => Promise<unknown> | undefined;

/** The forms and dialogs that any screen can open, the ones that people open most first. */
const parts: readonly Load[] = [
  prepareDragging,
  () => import('../create/create-dialog.tsx'),
  () => import('./peek/peek-pane.tsx'),
  () => import('../projects/project-screen.tsx'),
  () => import('./overlays/sheets.tsx'),
  () => import('../record/conflict/conflict-dialog.tsx'),
  () => import('../companies/company-screen.tsx'),
  () => import('../contacts/contact-screen.tsx'),
  () => import('./key-help/key-help.tsx'),
];

const afterMs = 2000;

/** Loads parts before they are needed, once the screen is there and the connection works: it may be lost later. */
export function usePreparedParts(): void {
  const isLive = useConnection().kind === 'live';
  useEffect(() => {
    if (!isLive) return;
    forgetMissingPart();
    const timer = setTimeout(() => void loadAll(), afterMs);
    return () => clearTimeout(timer);
  }, [isLive]);
}

async function loadAll(): Promise<void> {
  for (const load of parts) {
    try {
      await load();
    } catch {
      return;
    }
  }
}
