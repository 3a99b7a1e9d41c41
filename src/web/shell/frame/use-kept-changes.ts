import { useEffect } from 'react';
import { changeQueue } from '../../data/change-queue.ts';
import { othersAfterMs } from '../../data/kept-changes.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';

/**
 * Sends the changes that waited when the page was left, and says what became of them; a little later also those of a tab
 * that was closed just before.
 */
export function useKeptChanges(): void {
  useEffect(() => {
    void sendKept();
    const timer = setTimeout(() => void sendKept(), othersAfterMs);
    return () => clearTimeout(timer);
  }, []);
}

async function sendKept(): Promise<void> {
  const results = await changeQueue.resume();
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const made = results.length - failed.length;
  if (made > 0) toast(made === 1 ? 'A change that waited is saved.' : `${made} changes that waited are saved.`);
  for (const error of failed) toast(`A change that waited was not made. ${reasonOf(error)}`, { isFault: true });
}
