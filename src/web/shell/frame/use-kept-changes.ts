import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { changeQueue } from '../../data/change-queue.ts';
import { othersAfterMs } from '../../data/kept-changes.ts';
import type { RecordTarget } from '../../data/target.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';

/**
 * Sends the changes that waited when the page was left, and says which of them were made; a little later also those of a
 * tab that was closed just before.
 */
export function useKeptChanges(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ plural, id }: RecordTarget): void => void navigate({ to: `/${plural}/${id}` });
    const send = (): void => void sendKept(open);
    send();
    const timer = setTimeout(send, othersAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);
}

async function sendKept(open: (target: RecordTarget) => void): Promise<void> {
  const results = await changeQueue.resume();
  const failed = results.filter(({ error }) => error !== undefined);
  const made = results.length - failed.length;
  if (made > 0) toast(made === 1 ? 'A change that waited is saved.' : `${made} changes that waited are saved.`);
  for (const { target, error } of failed) {
    const action = { name: 'Open', run: () => open(target) };
    toast(`A change that waited was not made. ${reasonOf(error)}`, { isFault: true, action });
  }
}
