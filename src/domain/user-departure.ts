import { browsersOfUser, clientsOfUser, tokensOfUser, type users } from '../resources/users.ts';
import type { Rule } from './rule.ts';

/** A deleted user cannot sign in. A later restoration revives neither the old tokens nor the OAuth clients. */
export const endCredentials: Rule<typeof users> = ({ action }, { now }) =>
  action === 'delete'
    ? {
        sideRows: [
          { table: tokensOfUser, values: { revoked_at: now, updated_at: now } },
          { table: clientsOfUser, values: { deleted_at: now, updated_at: now } },
          { table: browsersOfUser, values: {} },
        ],
      }
    : {};
