import type { Engine } from '../../database/engine.ts';

/** The mechanisms that only save time. Each stands behind one function, and the answers are the same without it. */
export interface SpeedUps {
  /** Concurrent look-ups of records and of tokens share a statement: `readById`, `findByExternalId`, `tokenFinder`. */
  readonly batches: boolean;
  /** Concurrent changes of single records share a transaction (`changeInGroup`). */
  readonly groupCommit: boolean;
  /** Lists show records that were rendered before (`isCachedPage`). */
  readonly renderCache: boolean;
}

/** All of them, as the service runs. */
export const everySpeedUp: SpeedUps = { batches: true, groupCommit: true, renderCache: true };

/** An engine, and the mechanisms that its readers use. */
export interface SpedUp {
  readonly engine: Engine;
  readonly speedUps: SpeedUps;
}
