import { useSyncExternalStore } from 'react';
import type { Connection } from '../data/live.ts';

let connection: Connection = { kind: 'live' };
const readers = new Set<() => void>();

export function setConnection(next: Connection): void {
  // The moment at which the connection was lost stays.
  if (next.kind === connection.kind) return;
  connection = next;
  for (const reader of readers) reader();
}

const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
