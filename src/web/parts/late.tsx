import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { heldKeys } from '../keys/held-keys.ts';
import { UnopenedDialog } from './dialog/unopened-dialog.tsx';
import type { Load } from './prepared.ts';

interface Props {
  /** The name of what opens: `New project`. */
  readonly title: string;
  /** Loads it anew: a component remembers that it could not be loaded. */
  readonly load: Load | undefined;
  readonly onClose: () => void;
  /** A dialog or popover that the page loads when it is opened first. */
  readonly children: ReactNode;
}

/**
 * A dialog or popover that the page loads when it is opened first. Keys typed meanwhile reach it, and Escape closes it.
 * If it cannot be loaded, a dialog says so.
 */
export function Late({ title, load, onClose, children }: Props) {
  const [keys] = useState(heldKeys);
  useEffect(() => keys.drop, [keys]);
  const loadAgain = async (reset: () => void): Promise<void> => {
    try {
      await load?.();
      reset();
    } catch {
      // The dialog stays.
    }
  };
  return (
    <CatchBoundary
      getResetKey={() => title}
      onCatch={keys.drop}
      errorComponent={({ reset }) => (
        <UnopenedDialog title={title} onClose={onClose} onRetry={() => void loadAgain(reset)} />
      )}
    >
      <Suspense fallback={<Opening onShown={() => keys.hold(onClose)} />}>
        {children}
        <Opened onShown={keys.handOver} />
      </Suspense>
    </CatchBoundary>
  );
}

interface StateProps {
  readonly onShown: () => void;
}

/** Stands in the place of the part while it is loaded. */
function Opening({ onShown }: StateProps): null {
  useLayoutEffect(onShown);
  return null;
}

/** Stands behind the part: its effect follows those of the part, which has the focus by then. */
function Opened({ onShown }: StateProps): null {
  // Once: the part stays open.
  useEffect(onShown, [onShown]);
  return null;
}
