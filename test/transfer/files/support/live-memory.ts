import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the bytes of the heap that are still in use, after a garbage collection. */
export function liveMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
