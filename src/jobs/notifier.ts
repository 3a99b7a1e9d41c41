import { EventEmitter } from 'node:events';
import type { Engine } from '../database/engine.ts';
import { memoByEngine } from '../database/memo-by-engine.ts';

/** Emits `news` in this process, so that a listener looks now instead of at the next poll. */
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

const commitsOf = memoByEngine(() => new EventEmitter<{ commit: [accountId: string] }>());

/** Tells this process that it has committed a change of an account. Other processes do not hear it. */
export const tellCommit = (engine: Engine, accountId: string): void => void commitsOf(engine).emit('commit', accountId);

/** @returns a function that ends the subscription. */
export function onCommit(engine: Engine, listener: (accountId: string) => void): () => void {
  const commits = commitsOf(engine);
  commits.on('commit', listener);
  return () => void commits.off('commit', listener);
}
