import { setEnvironmentData } from 'node:worker_threads';
import type { CompiledSource } from './compiled-source.ts';

export interface DiskState {
  /** The number of `fsync` calls so far. */
  syncs: number;
  /** The outcome of the next `fsync` call. */
  next: (typeof outcomes)[number];
}

/** `ends the thread` kills the thread in the middle of a commit. */
const outcomes = ['works', 'fails', 'ends the thread'] as const;

/** Returns a disk for the next database that this process opens. The test sees and controls its `fsync` calls. */
export function shownDisk(compiled: CompiledSource): { disk: string; state: DiskState } {
  const shown = new Int32Array(new SharedArrayBuffer(8));
  setEnvironmentData('disk', shown);
  const state: DiskState = {
    get syncs() {
      return shown[0] ?? 0;
    },
    set syncs(count) {
      shown[0] = count;
    },
    get next() {
      return outcomes[shown[1] ?? 0] ?? 'works';
    },
    set next(outcome) {
      shown[1] = outcomes.indexOf(outcome);
    },
  };
  return { disk: compiled.script('shown-disk-thread'), state };
}
