import type { Problem } from '../refusal.ts';
import { differing, isUnknown, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

const subjects = ['company_id', 'contact_id', 'project_id', 'notes'] as const;

/** A call says whom it was with or what was said, ever after too; it was made now unless it says when. */
export const recordCall: Rule = (change, context) => {
  if (!isWritten(change) || isUnknown(change, subjects)) return {};
  const isKnown = subjects.some((column) => /\S/.test((change.after[column] ?? '') as string));
  if (!isKnown) return { problems: pointers(change.action, change.given).map(required) };
  const isUntimed = change.action === 'create' && (change.after['recorded_at'] ?? null) === null;
  return isUntimed ? { set: differing(change, { recorded_at: context.now }) } : {};
};

/** At creation no one field is at fault: the pointer is the call itself. */
function pointers(action: string, given: object): string[] {
  return action === 'create' ? [''] : subjects.filter((column) => column in given).map((column) => `/${column}`);
}

const required = (pointer: string): Problem => ({
  pointer,
  code: 'required',
  message: 'one of company_id, contact_id, project_id and notes is required',
});
