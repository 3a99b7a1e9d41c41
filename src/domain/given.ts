import type { Value } from '../resources/resource.ts';
import type { Change, Values } from './rule.ts';

/** What the request gives for a column; `undefined` when it is silent. A new record is empty, so `null` is silence. */
export function givenValue(change: Change, column: string): Value | undefined {
  const value = change.given[column];
  return change.action === 'create' && value === null ? undefined : value;
}

/** Whether the record is being made or changed, and not deleted or brought back. */
export const isWritten = (change: Change): boolean => change.action === 'create' || change.action === 'update';

/** Whether the request gives one of these columns, and gives it wrongly: what it would have been is not known. */
export const isUnknown = (change: Change, columns: readonly string[]): boolean =>
  columns.some((column) => change.faulty?.has(column));

/** Of these values, the ones that the record would not have already. */
export function differing(change: Change, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([column, value]) => (change.after[column] ?? null) !== value),
  );
}
