import type { Value } from '../resources/resource.ts';
import { isUnknown, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** A record always has a text, or a record in a list, in at least one of these columns. */
export function requireSome(columns: readonly string[]): Rule {
  const message = `at least one of ${columns.slice(0, -1).join(', ')} and ${columns.at(-1)} is required`;
  return (change) => {
    const hasSome = columns.some((column) => isGiven(change.after[column]));
    if (hasSome || !isWritten(change) || isUnknown(change, columns)) return {};
    const cleared = columns.filter((column) => column in change.input).map((column) => `/${column}`);
    // At creation no single field is wrong, so the pointer is the record itself.
    const pointers = change.action === 'create' ? [''] : cleared;
    return { problems: pointers.map((pointer) => ({ pointer, code: 'required', message })) };
  };
}

const isGiven = (value: Value | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' && /\S/.test(value);
