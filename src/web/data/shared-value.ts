import { useSyncExternalStore } from 'react';

/** A value of this tab that code anywhere sets, and that components follow. */
export interface SharedValue<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Calls the reader after each `set`. @returns ends it. */
  readonly subscribe: (reader: () => void) => () => void;
}

export function sharedValue<Value>(first: Value): SharedValue<Value> {
  let value = first;
  const readers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const reader of readers) reader();
    },
    subscribe: (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
  };
}

/** The value in a component, which renders again after each `set`. */
export const useShared = <Value>({ get, subscribe }: SharedValue<Value>): Value => useSyncExternalStore(subscribe, get);
