import { Refusal } from '../refusal.ts';
import type { users } from '../resources/users.ts';
import { differing, inputValue, isWritten } from './input.ts';
import type { Change, Rule, RuleContext } from './rule.ts';

/** Every user has one role. An account always has an admin, and keeps one who can sign in. */
export const keepAdmin: Rule<typeof users> = (change, context) => {
  // A user whose role is cleared gets the default role of a new user.
  const role = change.after.role ?? 'member';
  const isLeaving = change.action === 'delete' || (inputValue(change, 'role') !== undefined && role !== 'admin');
  const refusal = isLeaving ? lastAdmin(change, context) : undefined;
  if (refusal) return { refusal };
  return isWritten(change) ? { set: differing(change, { role }) } : {};
};

/** The refusal to lose an admin; undefined if there is another one to whom the account can be left. */
function lastAdmin({ before }: Change<typeof users>, context: RuleContext): Refusal | undefined {
  const admins = [...context.entries('users').values()].filter(
    (user) => user.role === 'admin' && user.deleted_at === null,
  );
  const others = admins.filter(({ id }) => id !== before?.id);
  if (before === null || others.length === admins.length) return undefined;
  if (others.length === 0) {
    return new Refusal('conflict', 'This is the last admin of the account. Make another user an admin first.');
  }
  if (!context.canSignIn(before.id) || others.some(({ id }) => context.canSignIn(id))) return undefined;
  return new Refusal(
    'conflict',
    'No other admin of the account can sign in. Give another admin a password, or a link that sets one, first.',
  );
}
