import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toast } from '../../toasts/toasts.ts';

interface Props {
  readonly children: ReactNode;
  /** The record or screen that the part shows: another one gives a part that has failed a new chance. */
  readonly shown?: string;
  /** Closes what cannot be shown. */
  readonly onFailed?: () => void;
}

/** A part that the frame can do without. If the part or its effects throw, nothing takes its place. */
export const Optional = ({ children, shown = '', onFailed }: Props) => (
  <CatchBoundary
    getResetKey={() => shown}
    errorComponent={Nothing}
    onCatch={() => {
      toast('A part of this page does not work. Reload the page to try again.', { isFault: true });
      onFailed?.();
    }}
  >
    {children}
  </CatchBoundary>
);

const Nothing = () => null;
