/**
 * The phases of the work, in order. `clear` and `stage` store the rows of the file anew, unless they are stored; `match`
 * finds the records that they name, `names` compares the names of these.
 */
export type ImportPhase = 'clear' | 'stage' | 'match' | 'names' | 'apply' | 'undo rows' | 'undo made';

/** How far the work is: the phase, and the last row or record of it. */
export interface ImportProgress {
  readonly phase: ImportPhase;
  readonly after: string;
  /** The number of rows that the next step applies. */
  readonly rows?: number;
  /** The records that the rows before have found, and those of them that get another name. */
  readonly names?: { readonly found: number; readonly renamed: number };
}

/** The place where the next step continues; `ended` after the last one. */
export type Next = ImportProgress | 'ended' | { readonly waitFor: Promise<unknown> };
