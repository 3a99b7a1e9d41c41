import type { SpedUp } from './cache/speed-ups.ts';
import type { Directories } from './rows/directories.ts';

/** The storage of the service: the engine, and the cached directories of small records. */
export interface Store extends SpedUp {
  readonly directories: Directories;
}
