import type { Change, Values } from './rule.ts';

/** The value that a request gives for a column; `undefined` if none. At creation, `null` counts as none. */
export function inputValue<Input, Column extends keyof Input>(
  { action, input }: Pick<Change, 'action'> & { readonly input: Input },
  column: Column,
): Input[Column] | undefined {
  const value = input[column];
  return action === 'create' && value === null ? undefined : value;
}

/** Whether the change creates or updates the record, and does not delete or restore it. */
export const isWritten = ({ action }: Pick<Change, 'action'>): boolean => action === 'create' || action === 'update';

/** Whether the request gives an invalid value for one of these columns, so its intended value is unknown. */
export const isUnknown = ({ faulty }: Pick<Change, 'faulty'>, columns: readonly string[]): boolean =>
  columns.some((column) => faulty?.has(column));

/** The part of these values that differs from the record after the change. */
export function differing<Some extends Values>({ after }: { readonly after: Values }, values: Some): Partial<Some> {
  const entries = Object.entries(values).filter(([column, value]) => (after[column] ?? null) !== value);
  return Object.fromEntries(entries) as Partial<Some>;
}
