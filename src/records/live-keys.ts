import type { Directory } from '../store/rows/directory.ts';

/** The keys of a list's live entries. */
export const liveKeys = (directory: Directory, plural: string): string[] =>
  [...directory.entries(plural).values()].filter((row) => row.deleted_at === null).map((row) => row['key'] as string);
