import { lazy, Suspense } from 'react';
import { useClash } from './conflicts.ts';

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }));

/** Asks about changes that clash with those of other people, over any screen. */
export function ConflictHost() {
  const clash = useClash();
  if (!clash) return null;
  return (
    <Suspense>
      <ConflictDialog key={`${clash.target.id} ${clash.conflict.version}`} clash={clash} onAnswer={clash.answer} />
    </Suspense>
  );
}
