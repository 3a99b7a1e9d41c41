import { Refusal } from '../refusal.ts';
import type { users } from '../resources/users.ts';
import { differing, inputValue, isWritten } from './input.ts';
import type { Change, Rule, RuleContext } from './rule.ts';

/** Every user has one role, and an account always has an admin. */
export const keepAdmin: Rule<typeof users> = (change, context) => {
  // A user whose role is cleared gets the default role of a new user.
  const role = change.after.role ?? 'member';
  const isLeaving = change.action === 'delete' || (inputValue(change, 'role') !== undefined && role !== 'admin');
  if (isLeaving && isLastAdmin(change, context)) return { refusal: lastAdmin() };
  return isWritten(change) ? { set: differing(change, { role }) } : {};
};

function isLastAdmin(change: Change<typeof users>, context: RuleContext): boolean {
  const admins = [...context.entries('users').values()].filter(
    (user) => user.role === 'admin' && user.deleted_at === null,
  );
  return admins.length === 1 && admins[0]?.id === change.before?.id;
}

const lastAdmin = (): Refusal =>
  new Refusal('conflict', 'This is the last admin of the account. Make another user an admin first.');
