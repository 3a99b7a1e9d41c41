import { passwordLength } from '../resources/vocabulary/secrets.ts';
import { anyText, orNull } from './field-schema.ts';
import { ignored, type JsonSchema } from './json-schema.ts';
import { users } from '../resources/users.ts';
import { described, requestSchema, schemaReference } from './record-schemas.ts';

const time: JsonSchema = { type: 'string', format: 'date-time' };
const text: JsonSchema = { type: 'string', pattern: anyText };
const remember: JsonSchema = {
  ...orNull({ type: 'boolean' }),
  description:
    '`true`: the session ends 30 days after its last use. Otherwise it ends 12 hours after its last use, and the ' +
    'browser forgets it when it closes.',
};

const session: Readonly<Record<string, JsonSchema>> = {
  id: { type: 'string', description: 'The id of the session.' },
  created_at: { ...time, description: 'The time at which the user signed in.' },
  expires_at: { ...time, description: 'The time at which the session ends if it is not used before.' },
};

const request = (description: string, properties: Record<string, JsonSchema>, required: readonly string[]) => ({
  ...{ type: 'object', description, properties, required, additionalProperties: false },
});

const changeOfUser = requestSchema(users, 'update');
const { role: _, ...ownFields } = changeOfUser['properties'] as Record<string, JsonSchema>;

/** The schemas of sessions, of one's own user and of the links that set a password. */
export const sessionSchemas: Readonly<Record<string, JsonSchema>> = {
  SessionCreate: request(
    'The e-mail address and the password with which a user signs in.',
    {
      email: { ...text, maxLength: 320, description: 'The e-mail address of the user, in any case.' },
      password: { ...text, maxLength: passwordLength.maxLength, description: 'The password of the user.' },
      account_id: {
        ...orNull({ ...text, maxLength: 255 }),
        description: 'The id of the account, if several have a user with this address and password.',
      },
      remember,
    },
    ['email', 'password'],
  ),
  Session: described('The session of a browser, with its user and account.', {
    ...session,
    user: { ...schemaReference('User'), description: 'The user as whom the session acts.' },
    account: { ...schemaReference('Account'), description: 'The account of the user.' },
  }),
  SessionListed: described('A session in the list of your own.', {
    ...session,
    last_used_at: { ...time, description: 'The time of its last use. Updated at most once a minute.' },
    address: { type: 'string', description: 'The IP address from which the user signed in.' },
    browser: {
      type: ['string', 'null'],
      description: 'The browser and its system, such as `Chrome on Windows`; `null` if the client named none.',
    },
    current: { type: 'boolean', description: 'Whether it is the session of this request.' },
  }),
  MeUpdate: {
    ...changeOfUser,
    description: 'The fields to change of your own user. An absent field keeps its value, and `null` clears it.',
    properties: {
      ...ownFields,
      role: { ...ignored, description: 'Accepted and ignored: an admin changes it.' },
      current_password: {
        ...text,
        maxLength: passwordLength.maxLength,
        description: 'Your present password. A new `password` needs it.',
      },
    },
  },
  PasswordLink: described('A link with which a user sets a password, once. Only this answer shows it.', {
    url: { type: 'string', format: 'uri', description: 'The address that the user opens. It contains a secret.' },
    expires_at: { ...time, description: 'The time at which the link ends.' },
  }),
  PasswordLinkUse: request(
    'The use of a link that sets a password.',
    {
      token: { ...text, maxLength: 255, description: 'The part of the link after `#`.' },
      password: { ...text, ...passwordLength, description: 'The new password.' },
      remember,
    },
    ['token', 'password'],
  ),
};
