import type { Directories } from './directories.ts';
import type { Engine } from './engine.ts';

/** Where everything is kept: the engine, and the small records that the process holds. */
export interface Store {
  readonly engine: Engine;
  readonly directories: Directories;
}
