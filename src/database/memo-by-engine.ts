import { FairQueue } from '../fair-queue.ts';
import { weakMemo } from '../weak-memo.ts';
import type { Engine } from './engine.ts';
import { tooManyWaiting } from './engine-errors.ts';
import { flowOf, sharedEngine } from './timed-engine.ts';

/** Keeps one value per engine, shared by all requests. */
export function memoByEngine<Kept>(make: (engine: Engine) => Kept): (engine: Engine) => Kept {
  const known = weakMemo<Engine, Kept>(make);
  return (engine) => known(sharedEngine(engine));
}

/**
 * A queue for each engine: it runs a limited number of pieces of work at once, fairly among accounts.
 * @param most how many may wait. The queue refuses more with `unavailable`.
 */
export function queueByEngine(atOnce: number, most: number) {
  const queues = memoByEngine(() => new FairQueue({ places: atOnce, mostWaiting: most, refuse: tooManyWaiting }));
  return async <Result>(engine: Engine, work: () => Promise<Result>): Promise<Result> => {
    return await queues(engine).run(work, flowOf(engine));
  };
}
