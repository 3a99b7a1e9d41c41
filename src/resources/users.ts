import { rolesInWords, userRoles } from './vocabulary/choices.ts';
import { choice, email, text } from './fields.ts';
import type { Resource, SideTable } from './resource.ts';
import { passwordLength } from './vocabulary/secrets.ts';

export const users = {
  singular: 'user',
  plural: 'users',
  kept: 'directory',
  adminOnly: true,
  order: ['name'],
  embedded: ['first_name', 'last_name', 'name', 'email'],
  fields: {
    first_name: text({ description: 'The first name.' }),
    last_name: text({ description: 'The last name.' }),
    name: text({
      readOnly: true,
      folded: true,
      maxLength: 511,
      description: '`first_name` and `last_name` together, set by the service; read-only. `null` when both are empty.',
    }),
    email: email({
      required: true,
      unique: true,
      description:
        'The e-mail address with which the user signs in. No two users of the account share it, without regard to ' +
        'case.',
    }),
    role: choice(userRoles, {
      filled: true,
      description: `${rolesInWords('the')} The default is \`member\`.`,
    }),
    password: text({
      secret: true,
      ...passwordLength,
      description:
        'The password with which the user signs in. No answer shows it. A token that sets the password of another user ' +
        'needs every scope of the role of that user, and must not expire. That of an OAuth client sets none.',
    }),
  },
} as const satisfies Resource;

/** The hash of the password of a user. */
export const passwords = {
  name: 'passwords',
  owner: 'user_id',
  columns: { hash: 'text', updated_at: 'timestamptz' },
  mode: 'replace',
} as const satisfies SideTable;

/** The password of a user is forgotten when a credential restores the user that must not let anybody sign in. */
export const passwordOfUser = {
  ...passwords,
  columns: {},
  mode: 'delete',
} as const satisfies SideTable;

/** The API tokens of a user end when they are revoked. */
export const tokensOfUser = {
  name: 'api_tokens',
  owner: 'user_id',
  columns: { revoked_at: 'timestamptz', updated_at: 'timestamptz' },
  mode: 'end',
} as const satisfies SideTable;

/** The sessions of a user, and the links that set the password, end when the password changes. */
export const passwordCredentialsOfUser = {
  ...tokensOfUser,
  having: 'purpose',
  sparing: 'session_id',
} as const satisfies SideTable;

/** The browsers in which a user has signed in are forgotten when the password changes. */
export const browsersOfUser = {
  name: 'known_browsers',
  owner: 'user_id',
  columns: {},
  mode: 'delete',
} as const satisfies SideTable;

/** The OAuth clients of a user end when they are deleted. */
export const clientsOfUser = {
  name: 'oauth_clients',
  owner: 'user_id',
  columns: { deleted_at: 'timestamptz', updated_at: 'timestamptz' },
  mode: 'end',
} as const satisfies SideTable;

/** The calendar feeds of a user end when they are deleted. */
export const feedsOfUser = {
  ...clientsOfUser,
  name: 'calendar_feeds',
} as const satisfies SideTable;
