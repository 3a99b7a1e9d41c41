import { useEffect, useRef } from 'react';

/** Prints the page; while figures are still on their way, once they are there. */
export function usePrint(isSettled: boolean): () => void {
  const isPending = useRef(false);
  useEffect(() => {
    if (!isPending.current || !isSettled) return;
    isPending.current = false;
    window.print();
  }, [isSettled]);
  return () => {
    if (isSettled) window.print();
    else isPending.current = true;
  };
}
