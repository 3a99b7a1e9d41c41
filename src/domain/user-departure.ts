import { browsersOfUser, clientsOfUser, feedsOfUser, tokensOfUser, type users } from '../resources/users.ts';
import type { Rule } from './rule.ts';

/** A deleted user cannot sign in. A later restoration revives no old tokens, OAuth clients or calendar feeds. */
export const endCredentials: Rule<typeof users> = ({ action }, { now }) =>
  action === 'delete'
    ? {
        sideRows: [
          { table: tokensOfUser, values: { revoked_at: now, updated_at: now } },
          { table: clientsOfUser, values: { deleted_at: now, updated_at: now } },
          { table: feedsOfUser, values: { deleted_at: now, updated_at: now } },
          { table: browsersOfUser, values: {} },
        ],
      }
    : {};
