import type { Directories } from './rows/directories.ts';
import type { Engine } from '../database/engine.ts';

/** The storage of the service: the engine, and the cached directories of small records. */
export interface Store {
  readonly engine: Engine;
  readonly directories: Directories;
}
