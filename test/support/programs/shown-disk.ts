import { setEnvironmentData } from 'node:worker_threads';
import type { CompiledSource } from './compiled-source.ts';

export interface DiskState {
  /** The number of `fsync` calls so far. */
  syncs: number;
  /** The outcome of the next `fsync` calls and writes. */
  next: (typeof outcomes)[number];
}

/**
 * `fails` is of `fsync` alone. `ends the thread` kills the thread in the middle of a commit. `is full` refuses writes that
 * make a file longer.
 */
const outcomes = ['works', 'fails', 'ends the thread', 'is full', 'refuses writes'] as const;

/** Returns a disk for the next database that this process opens. The test sees and controls its `fsync` calls and its writes. */
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
