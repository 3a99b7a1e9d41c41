import { type Problem, type ProblemCode, Refusal, type RowCode } from '../refusal.ts';
import type { Answer } from './call.ts';
import type { Draft } from './draft.ts';
import type { BulkRow } from './bulk-row.ts';

/** What became of one row; the key of its record where it has one. */
export interface BulkResult {
  readonly id: string | null;
  readonly external_id: string | null;
  readonly result: 'created' | 'updated' | 'unchanged' | 'failed';
  readonly errors?: readonly Problem[];
}

/** A row that has become of a record what it should. */
export function doneResult({ action, changed, row }: Draft): BulkResult {
  const changedInto = changed ? 'updated' : 'unchanged';
  return {
    id: row.id,
    external_id: (row['external_id'] ?? null) as string | null,
    result: action === 'create' ? 'created' : changedInto,
  };
}

/** A row that is refused. @param id of the record that it would have changed. */
export const failedResult = (row: BulkRow, id: string | null, errors: readonly Problem[]): BulkResult => ({
  id,
  external_id: row.externalId,
  result: 'failed',
  errors,
});

const rowCodes: Readonly<Partial<Record<string, RowCode>>> = {
  not_found: 'not_found',
  in_use: 'in_use',
  conflict: 'conflict',
};

/**
 * What a refusal says of the row alone.
 * @throws what was thrown, when that concerns the request and not one row.
 */
export function problemsOf(thrown: unknown, { pointer }: BulkRow): readonly Problem[] {
  if (!(thrown instanceof Refusal)) throw thrown;
  if (thrown.problems.length > 0) return thrown.problems;
  const code: ProblemCode | undefined = rowCodes[thrown.code];
  if (code === undefined) throw thrown;
  const at = code === 'not_found' ? `${pointer}/id` : pointer;
  return [{ ...thrown.members, pointer: at, code, message: thrown.message }];
}

/** So many problems are listed of one row. */
export const mostOfRow = 50;

/** So many problems are listed of all rows together; then only the first of each. */
export const mostListed = 10_000;

/** All results in the order of their rows. */
export function bulkAnswer(results: readonly BulkResult[]): Answer {
  let left = mostListed;
  const listed = results.map(({ errors, ...result }, index) => {
    if (errors === undefined) return { index, ...result };
    const some = errors.slice(0, Math.max(1, Math.min(left, mostOfRow)));
    left -= some.length;
    return { index, ...result, errors: some };
  });
  return { status: 200, body: JSON.stringify({ results: listed }) };
}
