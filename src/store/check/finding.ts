/** A fault that a check found in the database. */
export interface DatabaseFault {
  /** Null if the fault belongs to no account. */
  readonly account: string | null;
  readonly table: string;
  /** The key of the row, as text; null if the fault belongs to no row. */
  readonly id: string | null;
  /** A sentence about the row, which it does not name. */
  readonly problem: string;
}

/** The number of faults of one kind that a statement returns. */
export const mostFound = 1000;
