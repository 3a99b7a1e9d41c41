import type { Problem } from '../refusal.ts';
import { callSubjects, type calls } from '../resources/calls.ts';
import { differing, isUnknown, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

const subjects = callSubjects;

/** A call always has a company, a contact, a project or notes. `recorded_at` of a new call defaults to now. */
export const recordCall: Rule<typeof calls> = (change, context) => {
  if (!isWritten(change) || isUnknown(change, subjects)) return {};
  const isKnown = subjects.some((column) => /\S/.test(change.after[column] ?? ''));
  if (!isKnown) return { problems: pointers(change.action, change.input).map(required) };
  const isUntimed = change.action === 'create' && change.after.recorded_at === null;
  return isUntimed ? { set: differing(change, { recorded_at: context.now }) } : {};
};

/** At creation no single field is wrong, so the pointer is the call itself. */
function pointers(action: string, given: object): string[] {
  return action === 'create' ? [''] : subjects.filter((column) => column in given).map((column) => `/${column}`);
}

const required = (pointer: string): Problem => ({
  pointer,
  code: 'required',
  message: 'at least one of company_id, contact_id, project_id and notes is required',
});
