import type { Clock } from '../clock.ts';
import type { Environment } from '../config.ts';

/** Where a command reads and writes; a test has its own. */
export interface Terminal {
  readonly environment: Environment;
  readonly clock: Clock;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  /** Writes text to standard output as it is. */
  readonly write: (text: string) => void;
  /** The same to standard error. */
  readonly complain: (text: string) => void;
  /** Whether standard error is a screen, on which a line can be drawn anew. */
  readonly isScreen?: boolean;
}
