import { scopes } from '../resources/vocabulary/choices.ts';
import { longestTime, nameSchema, orNull } from './field-schema.ts';
import { ignored, type JsonSchema } from './json-schema.ts';
import { described, identity, schemaReference } from './record-schemas.ts';

const text: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const scopeList: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: scopes },
  description: 'The scopes of the credential.',
};
const name: JsonSchema = { ...text, description: 'A name for people.' };
const chosenName: JsonSchema = { ...nameSchema, description: name['description'] };
const chosenScopes: JsonSchema = {
  ...scopeList,
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description:
    'The scopes of the credential. No scope implies another one. A token cannot grant a scope that it does not have itself.',
};

/** The request schema of an object that is no resource. @param shown the response keys, ignored unless accepted. */
export const asked = (
  description: string,
  shown: Record<string, JsonSchema>,
  accepted: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties: { ...Object.fromEntries(Object.keys(shown).map((name) => [name, ignored])), ...accepted },
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

const user = { ...schemaReference('UserEmbedded'), description: 'The user as whom it acts.' };
const lastUse = {
  ...orNull(time),
  description: 'The time of its last use; `null` before the first. Updated at most once a minute.',
};

const apiToken = {
  ...identity,
  name,
  scopes: scopeList,
  user,
  expires_at: {
    ...orNull(time),
    description: 'The time at which the token expires; `null` if it does not expire.',
  },
  last_used_at: lastUse,
};
const token = { ...text, description: 'The token itself, for `Authorization: Bearer …`. No later answer shows it.' };

const oauthClient = {
  ...identity,
  name,
  client_id: { ...text, description: 'The id with which the client requests access tokens.' },
  scopes: scopeList,
  user,
  expires_at: {
    ...orNull(time),
    description: 'The time at which the client expires, with the token that created it; `null` if it does not expire.',
  },
  last_used_at: lastUse,
};
const clientSecret = { ...text, description: 'The secret for `/oauth/token`. No later answer shows it.' };

const timeZone = 'The time zone in which days begin and end: an IANA name such as `America/Chicago`.';
const currency = 'The currency of all amounts: an ISO 4217 code such as `USD`.';

const account = {
  ...identity,
  name: { ...text, description: 'The name of the firm.' },
  time_zone: { ...text, description: timeZone },
  currency: { ...text, description: currency },
};

/** The schemas whose single responses have an `ETag`. */
export const accessRecords = ['ApiToken', 'ApiTokenMade', 'OauthClient', 'OauthClientMade', 'Account'] as const;

/** The schemas of credentials and of the account's settings. */
export const accessSchemas: Readonly<Record<string, JsonSchema>> = {
  ApiToken: described('An API token, without its text.', apiToken),
  ApiTokenMade: described('A new API token with its text.', { ...apiToken, token }),
  ApiTokenCreate: asked(
    'The fields of a new API token.',
    { ...apiToken, token },
    {
      name: chosenName,
      scopes: chosenScopes,
      expires_at: {
        ...orNull({ ...time, maxLength: longestTime }),
        description:
          'The time at which the token expires. By default it expires with the token that creates it, if that expires.',
      },
      user_id: {
        ...orNull({ ...text, maxLength: 255 }),
        description:
          'The id of the user as whom the token acts. The default is the acting user. Only an admin may name another user.',
      },
    },
    ['name', 'scopes'],
  ),
  OauthClient: described('An OAuth client, without its secret.', oauthClient),
  OauthClientMade: described('A new OAuth client with its secret.', { ...oauthClient, client_secret: clientSecret }),
  OauthClientCreate: asked(
    'The fields of a new OAuth client.',
    { ...oauthClient, client_secret: clientSecret },
    { name: chosenName, scopes: chosenScopes },
    ['name', 'scopes'],
  ),
  OauthClientUpdate: asked(
    'The fields to change of an OAuth client.',
    { ...oauthClient, client_secret: clientSecret },
    { name: chosenName },
  ),
  Account: described('The account: the firm and its settings.', account),
  AccountUpdate: asked('The settings to change of the account.', account, {
    name: { ...nameSchema, description: 'The name of the firm.' },
    time_zone: { type: 'string', maxLength: 255, format: 'time-zone', description: timeZone },
    currency: { type: 'string', maxLength: 255, format: 'currency', description: currency },
  }),
};
