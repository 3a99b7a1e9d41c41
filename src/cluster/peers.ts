import type { Spending } from './messages.ts';

/** The other processes of a service, from the view of one process. */
export interface Peers {
  /** Sends the usage of this process to every other process. */
  readonly tell: (spending: Spending) => void;
  /** Sets the function that receives the usage of the other processes. */
  readonly onTold: (take: (spending: Spending) => void) => void;
  /** The measurements of each of the other processes; rejects if one of them does not answer. */
  readonly measured: () => Promise<readonly object[]>;
  /** Sets the function that measures this process when another process asks. */
  readonly onAsked: (measure: () => Promise<object>) => void;
}
