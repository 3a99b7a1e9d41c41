import { passwordLength } from '../resources/vocabulary/secrets.ts';
import { anyText, orNull } from './field-schema.ts';
import { described, ignored, type JsonSchema, instant, text, textForm, textOrNull } from './json-schema.ts';
import { users } from '../resources/users.ts';
import { schemaReference } from './record-schemas.ts';
import { requestSchema } from './request-schemas.ts';

const givenText: JsonSchema = { type: 'string', pattern: anyText };
const secretText: JsonSchema = { ...givenText, [textForm]: 'as_sent' };
const remember: JsonSchema = {
  ...orNull({ type: 'boolean' }),
  description:
    '`true`: the session ends 30 days after its last use. Otherwise it ends 12 hours after its last use, and the ' +
    'browser forgets it when it closes.',
};

const client: Readonly<Record<string, JsonSchema>> = {
  address: { ...text, description: 'The IP address from which the request came.' },
  browser: {
    ...textOrNull,
    description: 'The browser and its system, such as `Chrome on Windows`; `null` if the client named none.',
  },
};

const session: Readonly<Record<string, JsonSchema>> = {
  id: { ...text, description: 'The id of the session.' },
  created_at: { ...instant, description: 'The time at which the user signed in.' },
  expires_at: { ...instant, description: 'The time at which the session ends if it is not used before.' },
};

const changeOfUser = requestSchema(users, 'update');
const { role: _, ...ownFields } = changeOfUser['properties'] as Record<string, JsonSchema>;

/** The schemas of sessions, of one's own user and of the links that set a password. */
export const sessionSchemas: Readonly<Record<string, JsonSchema>> = {
  SessionCreate: described(
    'The e-mail address and the password with which a user signs in.',
    {
      email: {
        ...givenText,
        [textForm]: 'email',
        maxLength: 320,
        description: 'The e-mail address of the user, in any case.',
      },
      password: { ...secretText, maxLength: passwordLength.maxLength, description: 'The password of the user.' },
      account_id: {
        ...orNull({ ...givenText, maxLength: 255 }),
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
    last_used_at: { ...instant, description: 'The time of its last use. Updated at most once a minute.' },
    ...client,
    address: { ...client['address'], description: 'The IP address from which the user signed in.' },
    current: { type: 'boolean', description: 'Whether it is the session of this request.' },
  }),
  FailedSignIn: described('A sign-in with a wrong password, or a wrong `current_password` in `PATCH /users/me`.', {
    id: { ...text, description: 'The id of the failure. Later ones have higher ids.' },
    created_at: { ...instant, description: 'The time of the failure.' },
    user: { ...schemaReference('UserEmbedded'), description: 'The user whose e-mail address was given.' },
    ...client,
    email_digest: {
      ...text,
      description: 'A digest of the e-mail address. The log of the service names the same address by the same digest.',
    },
  }),
  MeUpdate: {
    ...changeOfUser,
    description: 'The fields to change of your own user. An absent field keeps its value, and `null` clears it.',
    properties: {
      ...ownFields,
      role: { ...ignored, description: 'Accepted and ignored: an admin changes it.' },
      current_password: {
        ...secretText,
        maxLength: passwordLength.maxLength,
        description: 'Your present password. A new `password` needs it.',
      },
    },
  },
  PasswordLink: described('A link with which a user sets a password, once. Only this answer shows it.', {
    url: { type: 'string', format: 'uri', description: 'The address that the user opens. It contains a secret.' },
    expires_at: { ...instant, description: 'The time at which the link ends.' },
  }),
  PasswordLinkUse: described(
    'The use of a link that sets a password.',
    {
      token: { ...secretText, maxLength: 255, description: 'The part of the link after `#`.' },
      password: { ...secretText, ...passwordLength, description: 'The new password.' },
      remember,
    },
    ['token', 'password'],
  ),
};
