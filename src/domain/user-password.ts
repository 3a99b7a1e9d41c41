import { browsersOfUser, passwordCredentialsOfUser, passwords, type users } from '../resources/users.ts';
import type { Rule } from './rule.ts';

/**
 * A user has one password. The service stores only its hash. A new one ends the user's other sessions, and the links
 * that set a password, and forgets the browsers in which the user has signed in. API tokens stay.
 */
export const keepPassword: Rule<typeof users> = ({ secrets, action }, { now, sessionId }) => {
  if (secrets?.password === undefined) return {};
  const kept = { table: passwords, values: { hash: secrets.password, updated_at: now } };
  const ended = {
    table: passwordCredentialsOfUser,
    values: { revoked_at: now, updated_at: now, session_id: sessionId },
  };
  return { sideRows: action === 'create' ? [kept] : [kept, ended, { table: browsersOfUser, values: {} }] };
};
