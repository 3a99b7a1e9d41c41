import { useCallback, useSyncExternalStore } from 'react';

/** A change of a field that the service did not make. */
export interface FailedChange {
  /** The text that somebody typed, or the key of what was picked. */
  readonly text: string;
  /** The value in words. */
  readonly shown: string;
  readonly reason: string;
  readonly again: () => void;
}

/** By field. They stay while somebody looks at other records. */
const failed = new Map<string, FailedChange>();
const readers = new Set<{ readonly key: string; readonly read: () => void }>();

/** Keeps what was typed; null forgets it. @returns whether the field is on the screen. */
export function keepFailed(key: string, change: FailedChange | null): boolean {
  if (change === null) failed.delete(key);
  else failed.set(key, change);
  const watching = [...readers].filter((reader) => reader.key === key);
  for (const { read } of watching) read();
  return watching.length > 0;
}

/** The failed change of a field; undefined without one. */
export function useFailed(key: string): FailedChange | undefined {
  const subscribe = useCallback(
    (read: () => void) => {
      const reader = { key, read };
      readers.add(reader);
      return () => readers.delete(reader);
    },
    [key],
  );
  return useSyncExternalStore(subscribe, () => failed.get(key));
}
