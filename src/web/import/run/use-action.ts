import { useState } from 'react';

/** Does something on request, once at a time, and keeps why it failed. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await act();
      return true;
    } catch (fault) {
      setError(fault);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}
