import type { StatementObserver } from './engine.ts';

let observeEvery: StatementObserver | undefined;

/** Makes an observer receive the statements of all engines that this process opens from now on. For tests only. */
export function observeEngines(observe: StatementObserver): void {
  observeEvery = observe;
}

/** The observer of a new engine, which has one of its own or none. */
export function observerOf(own: StatementObserver = () => {}): StatementObserver {
  const every = observeEvery;
  if (every === undefined) return own;
  return (text) => {
    every(text);
    own(text);
  };
}
