import type { Connection } from '../data/live.ts';
import { sharedValue, useShared } from '../data/shared-value.ts';

const connection = sharedValue<Connection>({ kind: 'live' });

export function setConnection(next: Connection): void {
  // The moment at which the connection was lost stays.
  if (next.kind !== connection.get().kind) connection.set(next);
}

export const useConnection = (): Connection => useShared(connection);
