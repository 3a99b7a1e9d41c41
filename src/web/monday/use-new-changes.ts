import { useEffect, useRef } from 'react';
import { onChanges, pluralOf } from '../data/changes.ts';

/** The figures cover the whole firm and cost much more than a list, so they follow changes at this pace. */
const everyMs = 30_000;

/** The records whose changes move figures. */
const figurePlurals: readonly string[] = ['projects', 'goals'];

/** Reads the page again after changes. @param isNow pages of the past do not change. */
export function useNewChanges(read: () => unknown, isNow: boolean): void {
  const isOld = useRef(false);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (!isNow) return;
    const end = onChanges((events) => {
      isOld.current ||= events === null || events.some((event) => figurePlurals.includes(pluralOf(event)));
    });
    const timer = setInterval(() => {
      if (isOld.current) latest.current();
      isOld.current = false;
    }, everyMs);
    return () => {
      end();
      clearInterval(timer);
    };
  }, [isNow]);
}
