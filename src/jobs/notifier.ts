import { EventEmitter } from 'node:events';
import { memoByEngine } from '../database/memo-by-engine.ts';

/** Emits `news` in this process after a commit, so that a listener looks now instead of at the next poll. */
export type Notifier = EventEmitter<{ news: [] }>;

/** Each stream of events listens, so the number of listeners has no limit here. */
export const newNotifier = (): Notifier => new EventEmitter<{ news: [] }>().setMaxListeners(0);

/** @returns a function that ends the subscription. */
export function onNews(notifier: Notifier, listener: () => void): () => void {
  notifier.on('news', listener);
  return () => void notifier.off('news', listener);
}

/** Notifies the job runner of an engine of a new job. */
export const jobNotifierOf = memoByEngine(newNotifier);

/** The one notifier of an engine. A process does not get the notifications of other processes. */
export const notifierOf = memoByEngine(newNotifier);
