import { setEnvironmentData } from 'node:worker_threads';
import type { CompiledSource } from './compiled-source.ts';

export interface DiskState {
  /** How often it was asked to keep what was written. */
  syncs: number;
  /** What happens when it is asked again. */
  next: (typeof outcomes)[number];
}

/** `ends the thread` is how the thread dies in the middle of a commit. */
const outcomes = ['works', 'fails', 'ends the thread'] as const;

/** A disk for the next database that this process opens: its thread's, shown to the test. */
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
