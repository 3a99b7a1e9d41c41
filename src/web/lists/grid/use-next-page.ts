import { useEffect, useRef } from 'react';

/** The number of rows before the last one at which the list asks for the next page. */
const ahead = 30;

/** Asks for the next page when the rows that are rendered come near the last one. */
export function useNextPage(indexes: readonly number[], count: number, onEnd: () => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  const isNear = count > 0 && (indexes.at(-1) ?? 0) >= count - ahead;
  useEffect(() => {
    if (isNear) latest.current();
  }, [isNear, count]);
}
