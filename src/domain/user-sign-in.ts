import { userRoles } from '../resources/vocabulary/choices.ts';
import { passwordOfUser, type users } from '../resources/users.ts';
import type { Change, Rule } from './rule.ts';

/**
 * A new password and a wider role let somebody sign in with the rights of a user. So the credential of the change must
 * not be narrower than the sign-in. Users who prove the present password need no more. A user whom a narrower credential
 * restores has no password any more.
 */
export const guardSignIn: Rule<typeof users> = (change, context) => {
  const isProven = change.before?.id === context.userId && !isWidened(change);
  if (isProven || !isOpened(change)) return {};
  const refusal = context.narrowerThan(change.after.role ?? 'member');
  if (!refusal) return {};
  if (change.action !== 'restore') return { refusal };
  return { sideRows: [{ table: passwordOfUser, values: {} }], emptied: 'password' };
};

const isOpened = (change: Change<typeof users>): boolean =>
  change.secrets?.password !== undefined || change.action === 'restore' || isWidened(change);

const isWidened = ({ before, after }: Change<typeof users>): boolean =>
  before !== null && userRoles.indexOf(after.role ?? 'member') < userRoles.indexOf(before.role);
