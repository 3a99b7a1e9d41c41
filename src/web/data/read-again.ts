import type { Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** What follows from changes is read again at most once in this time, however much changes. */
const paceMs = 1000;

/** The reads that are under way, and whether something has changed since they began. */
const underWay = new Map<string, { isOld: boolean }>();

/**
 * Has answers read again that may have changed: now those on the screen, and the others when a screen needs them. It
 * never ends a read that is under way: under constant changes, none would arrive.
 */
export function readAgain(predicate: (query: Query) => boolean): void {
  void queryClient.invalidateQueries({ predicate, refetchType: 'none' });
  for (const query of queryClient.getQueryCache().findAll({ predicate, type: 'active' })) void readOne(query);
}

const readOne = (query: Query): Promise<void> =>
  paced(query.queryHash, {
    // A read that began before the change may not know it.
    ready: async () => query.state.fetchStatus === 'fetching' && query.promise?.catch(() => undefined),
    read: () => queryClient.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }),
  });

interface PacedRead {
  readonly read: () => Promise<void>;
  /** Waits until a read can begin. */
  readonly ready?: () => Promise<unknown>;
}

/**
 * Reads something again after a change, at most once a second. If it changes while it is read, it is read once more.
 * @param name what is read.
 */
export async function paced(name: string, { read, ready }: PacedRead): Promise<void> {
  const running = underWay.get(name);
  if (running) {
    running.isOld = true;
    return;
  }
  const reading = { isOld: true };
  underWay.set(name, reading);
  while (reading.isOld) {
    await ready?.();
    reading.isOld = false;
    await Promise.all([read(), pause()]);
  }
  underWay.delete(name);
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, paceMs));
