import type { Spending } from './messages.ts';

/** The other processes of a service, as one of them sees them. */
export interface Peers {
  /** Passes on to every other process what requests have used up here. */
  readonly tell: (spending: Spending) => void;
  /** Names who is told what the others have passed on. */
  readonly onTold: (take: (spending: Spending) => void) => void;
  /** What each of the others has measured; rejects when one of them does not answer. */
  readonly measured: () => Promise<readonly object[]>;
  /** Names who measures here when another asks. */
  readonly onAsked: (measure: () => Promise<object>) => void;
}
