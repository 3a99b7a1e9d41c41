import type { Query } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** An answer is read again at most once in this time, however much changes. */
const paceMs = 1000;

/** The answers that are being read again, and whether something has changed since that began. */
const underWay = new Map<string, { isOld: boolean }>();

/**
 * Has answers read again that may have changed: now those on the screen, and the others when a screen needs them. It
 * never ends a read that is under way: under constant changes, none would arrive.
 */
export function readAgain(predicate: (query: Query) => boolean): void {
  void queryClient.invalidateQueries({ predicate, refetchType: 'none' });
  for (const query of queryClient.getQueryCache().findAll({ predicate, type: 'active' })) void readOne(query);
}

async function readOne(query: Query): Promise<void> {
  const { queryHash, queryKey } = query;
  const running = underWay.get(queryHash);
  if (running) {
    running.isOld = true;
    return;
  }
  const reading = { isOld: true };
  underWay.set(queryHash, reading);
  while (reading.isOld) {
    // A read that began before the change may not know it.
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
    reading.isOld = false;
    await Promise.all([queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }), pause()]);
  }
  underWay.delete(queryHash);
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, paceMs));
