import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { dropKeys, handOverKeys, holdKeys, type Opening } from '../keys/held-keys.ts';
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
  const [part] = useState<Opening>({ close: onClose });
  useEffect(() => () => dropKeys(part), [part]);
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
      onCatch={() => dropKeys(part)}
      errorComponent={({ reset }) => (
        <UnopenedDialog title={title} onClose={onClose} onRetry={() => void loadAgain(reset)} />
      )}
    >
      <Suspense fallback={<Loading part={part} />}>
        {children}
        <Loaded part={part} />
      </Suspense>
    </CatchBoundary>
  );
}

interface StateProps {
  readonly part: Opening;
}

/** Stands in the place of the part while it is loaded. */
function Loading({ part }: StateProps): null {
  useLayoutEffect(() => holdKeys(part), [part]);
  return null;
}

/** Stands behind the part: its effect follows those of the part, which has the focus by then. */
function Loaded({ part }: StateProps): null {
  useEffect(() => handOverKeys(part), [part]);
  return null;
}
