import { choices, count, dateTime, reference, text } from '../fields.ts';
import type { ManagedObject } from './managed-object.ts';
import { scopes } from '../vocabulary/choices.ts';

const name = text({ required: true, description: 'A name for people.' });

const scopesOfIt = choices(scopes, {
  required: true,
  fixed: true,
  description: 'The scopes of the credential.',
  asked:
    'The scopes of the credential. No scope implies another one. A token cannot grant a scope that it does not have itself.',
});

const lastUse = dateTime({
  readOnly: true,
  description: 'The time of its last use; `null` before the first. Updated at most once a minute.',
});

/** The tokens of people and their programs. A token is created and revoked, but never changed. */
export const apiTokens = {
  singular: 'api_token',
  plural: 'api_tokens',
  words: {
    shown: 'An API token, without its text.',
    made: 'A new API token with its text.',
    create: 'The fields of a new API token.',
  },
  standing: ['revoked_at', 'oauth_client_id', 'purpose'],
  secret: { column: 'hash', type: 'bytea' },
  fields: {
    name,
    scopes: scopesOfIt,
    user: reference('users', {
      filled: true,
      description: 'The user as whom it acts.',
      asked:
        'The id of the user as whom the token acts. The default is the acting user. Only an admin may name another user.',
    }),
    expires_at: dateTime({
      description: 'The time at which the token expires; `null` if it does not expire.',
      asked:
        'The time at which the token expires. By default it expires with the token that creates it, if that expires.',
    }),
    last_used_at: lastUse,
    token: text({
      secret: true,
      readOnly: true,
      description: 'The token itself, for `Authorization: Bearer …`. No later answer shows it.',
    }),
  },
} as const satisfies ManagedObject;

/** The programs that get their own access tokens. */
export const oauthClients = {
  singular: 'oauth_client',
  plural: 'oauth_clients',
  words: {
    shown: 'An OAuth client, without its secret.',
    made: 'A new OAuth client with its secret.',
    create: 'The fields of a new OAuth client.',
    update: 'The fields to change of an OAuth client.',
  },
  standing: ['deleted_at'],
  secret: { column: 'secret_hash', type: 'bytea' },
  fields: {
    version: count({ internal: true, filled: true }),
    name,
    client_id: text({
      readOnly: true,
      filled: true,
      description: 'The id with which the client requests access tokens.',
    }),
    scopes: scopesOfIt,
    user: reference('users', { readOnly: true, filled: true, description: 'The user as whom it acts.' }),
    expires_at: dateTime({
      readOnly: true,
      description:
        'The time at which the client expires, with the token that created it; `null` if it does not expire.',
    }),
    last_used_at: lastUse,
    client_secret: text({
      secret: true,
      readOnly: true,
      description: 'The secret for `/oauth/token`. No later answer shows it.',
    }),
  },
} as const satisfies ManagedObject;
