import { isUnknown, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

const columns = ['first_name', 'last_name', 'email'] as const;

/** A contact says who it is: one of first name, last name and e-mail, when it is made and ever after. */
export const requireContactIdentity: Rule = (change) => {
  const isKnown = columns.some((column) => /\S/.test((change.after[column] ?? '') as string));
  if (isKnown || !isWritten(change) || isUnknown(change, columns)) return {};
  const cleared = columns.filter((column) => column in change.given).map((column) => `/${column}`);
  // At creation no one field is at fault: the pointer is the contact itself.
  const pointers = change.action === 'create' ? [''] : cleared;
  return {
    problems: pointers.map((pointer) => ({
      pointer,
      code: 'required',
      message: 'one of first_name, last_name and email is required',
    })),
  };
};
