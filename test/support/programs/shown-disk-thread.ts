import { fstatSync, fsyncSync } from 'node:fs';
import { getEnvironmentData } from 'node:worker_threads';

// The disk of `shownDisk`, on the side of the database thread.
const shown = getEnvironmentData('disk') as Int32Array;

export function sync(descriptor: number): void {
  if (shown[1] === 2) process.exit(3);
  if (shown[1] === 1) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  shown[0] = (shown[0] ?? 0) + 1;
  fsyncSync(descriptor);
}

/** A full disk still takes what is written over older bytes. */
export function admit(descriptor: number, end: number): void {
  if (shown[1] === 3 && end > fstatSync(descriptor).size)
    throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  if (shown[1] === 4) throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
}
