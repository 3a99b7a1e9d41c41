import { Refusal, unchanged } from '../refusal.ts';

/** The refusal of a file that cannot be restored. @param detail a sentence that names the file. */
export const unfit = (detail: string, cause?: unknown): Refusal =>
  new Refusal('validation_failed', `${detail} ${unchanged}`, { cause });
