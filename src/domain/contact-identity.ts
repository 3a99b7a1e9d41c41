import { contactIdentity, type contacts } from '../resources/contacts.ts';
import { isUnknown, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

const columns = contactIdentity;

/** A contact always has a first name, a last name or an e-mail. */
export const requireContactIdentity: Rule<typeof contacts> = (change) => {
  const isKnown = columns.some((column) => /\S/.test(change.after[column] ?? ''));
  if (isKnown || !isWritten(change) || isUnknown(change, columns)) return {};
  const cleared = columns.filter((column) => column in change.input).map((column) => `/${column}`);
  // At creation no single field is wrong, so the pointer is the contact itself.
  const pointers = change.action === 'create' ? [''] : cleared;
  return {
    problems: pointers.map((pointer) => ({
      pointer,
      code: 'required',
      message: 'at least one of first_name, last_name and email is required',
    })),
  };
};
