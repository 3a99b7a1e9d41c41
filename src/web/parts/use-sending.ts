import { useState } from 'react';
import { reasonOf } from './failure/failure.tsx';

/** Something that is sent once at a time: why the last attempt failed, and whether one is under way. */
export function useSending() {
  const [reason, setReason] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** @param onRefused takes an error that is no failure. @returns whether it did. */
  const send = async (act: () => Promise<void>, onRefused?: (error: unknown) => boolean): Promise<void> => {
    setBusy(true);
    setReason(null);
    try {
      await act();
    } catch (error) {
      if (!onRefused?.(error)) setReason(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { reason, isBusy, send };
}
