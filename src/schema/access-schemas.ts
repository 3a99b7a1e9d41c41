import { scopes } from '../resources/choices.ts';
import { nameSchema, orNull } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { closed, schemaReference } from './record-schemas.ts';

const text: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const identity = { id: text, created_at: time, updated_at: time };
const scopeList: JsonSchema = { type: 'array', items: { type: 'string', enum: scopes } };
const chosenScopes: JsonSchema = {
  ...scopeList,
  minItems: 1,
  uniqueItems: true,
  description: 'None implies another; none that the acting token lacks.',
};

/** What a record returns and does not accept: taken as sent and ignored, as with every record. */
const ignored = (names: readonly string[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [name, { readOnly: true, description: 'Accepted and ignored.' }]));

/** What a client may send of what is no resource. @param shown what is answered: ignored unless accepted. */
export const asked = (
  shown: Record<string, JsonSchema>,
  accepted: Record<string, JsonSchema>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties: { ...ignored(Object.keys(shown)), ...accepted },
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

const user = { ...schemaReference('UserEmbedded'), description: 'In whose name it acts.' };
const lastUse = { ...orNull(time), description: 'Written at most once a minute.' };

const apiToken = {
  ...identity,
  name: text,
  scopes: scopeList,
  user,
  expires_at: { ...orNull(time), description: '`null`: never.' },
  last_used_at: lastUse,
};
const token = { ...text, description: 'Shown this once.' };

const oauthClient = { ...identity, name: text, client_id: text, scopes: scopeList, user, last_used_at: lastUse };
const clientSecret = { ...text, description: 'Shown this once.' };

const account = { ...identity, name: text, time_zone: text, currency: text };

/** The schemas whose single answers have an `ETag`. */
export const accessRecords = ['ApiToken', 'ApiTokenMade', 'OauthClient', 'OauthClientMade', 'Account'] as const;

/** What manages access: credentials, and the account's own settings. */
export const accessSchemas: Readonly<Record<string, JsonSchema>> = {
  ApiToken: closed(apiToken),
  ApiTokenMade: closed({ ...apiToken, token }),
  ApiTokenCreate: asked(
    { ...apiToken, token },
    {
      name: nameSchema,
      scopes: chosenScopes,
      expires_at: { ...orNull(time), description: 'None: never, or when the token ends that makes it.' },
      user_id: { ...orNull(text), description: "Whose it is: one's own unless given. Another's takes an admin." },
    },
    ['name', 'scopes'],
  ),
  OauthClient: closed(oauthClient),
  OauthClientMade: closed({ ...oauthClient, client_secret: clientSecret }),
  OauthClientCreate: asked(
    { ...oauthClient, client_secret: clientSecret },
    { name: nameSchema, scopes: chosenScopes },
    ['name', 'scopes'],
  ),
  OauthClientUpdate: asked({ ...oauthClient, client_secret: clientSecret }, { name: nameSchema }),
  Account: closed(account),
  AccountUpdate: asked(account, {
    name: nameSchema,
    time_zone: { type: 'string', maxLength: 255, format: 'time-zone', description: 'IANA name.' },
    currency: { type: 'string', format: 'currency', description: 'ISO 4217 code.' },
  }),
};
