import type { PostgresError } from 'postgres';
import { deadlockDetected, lockTimeout, uniqueViolation } from '../engine-errors.ts';

/** The code and the constraint of an error. */
export interface ErrorCode {
  readonly code: string;
  readonly constraint: string | undefined;
}

const internalError = 'XX000';

/** The errors of a node whose code the program needs, by their messages. */
const carried: readonly (readonly [message: RegExp, code: string])[] = [
  [/^duplicate key value violates unique constraint "(.+)"/, uniqueViolation],
  [/^canceling statement due to lock timeout/, lockTimeout],
  [/^deadlock detected/, deadlockDetected],
];

/**
 * Reads the code of an error. Where Citus carries rows to a node, it passes on the message of the node's error alone,
 * with the code of an internal error. The constraint then has the suffix of the shard.
 */
export function codeOf({ code, message, constraint_name: constraint }: PostgresError): ErrorCode {
  if (code === internalError) {
    for (const [pattern, known] of carried) {
      const found = pattern.exec(message);
      if (found) return { code: known, constraint: found[1] };
    }
  }
  return { code, constraint };
}
