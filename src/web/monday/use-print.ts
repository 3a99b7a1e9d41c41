import { useEffect, useRef } from 'react';

/** Prints the page; while figures are still on their way, once they are there. */
export function usePrint(isSettled: boolean): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || !isSettled) return;
    isAsked.current = false;
    window.print();
  }, [isSettled]);
  return () => {
    if (isSettled) window.print();
    else isAsked.current = true;
  };
}
