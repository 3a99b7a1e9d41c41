import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { toast } from '../toasts/toasts.ts';

interface Props {
  readonly children: ReactNode;
  /** Closes what could not be loaded. */
  readonly onFailed: () => void;
}

/** A part that the page loads when it is opened first. If it does not load, a toast says so and the screen stays. */
export const Late = ({ children, onFailed }: Props) => (
  <CatchBoundary
    getResetKey={() => 'late'}
    errorComponent={() => null}
    onCatch={() => {
      toast('This could not be opened.', { isFault: true });
      onFailed();
    }}
  >
    <Suspense>{children}</Suspense>
  </CatchBoundary>
);

const preparedAfterMs = 1000;

/** Loads a part as soon as the browser has nothing else to do, so that the first letters typed reach it. */
export function usePrepared(load: (() => Promise<unknown> | undefined) | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => void load?.()?.catch(() => undefined), preparedAfterMs);
    return () => clearTimeout(timer);
  }, [load]);
}
