import type { Clock } from '../clock.ts';
import type { Environment } from '../config.ts';

/** The input and output of a command; a test passes its own. */
export interface Terminal {
  readonly environment: Environment;
  readonly clock: Clock;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  /** Writes text to standard output as it is. */
  readonly write: (text: string) => void;
  /** The same to standard error. */
  readonly complain: (text: string) => void;
  /** Whether standard error is a screen, on which a line can be redrawn. */
  readonly isScreen?: boolean;
}
