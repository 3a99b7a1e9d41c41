import { passwords, type users } from '../resources/users.ts';
import type { Rule } from './rule.ts';

/** A user has one password. The service stores only its hash. */
export const keepPassword: Rule<typeof users> = ({ secrets }, { now }) =>
  secrets?.password === undefined
    ? {}
    : { sideRows: [{ table: passwords, values: { hash: secrets.password, updated_at: now } }] };
