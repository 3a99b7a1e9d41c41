import { mostVerified } from '../../records/access/sign-in.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { answerExamples, requestExamples } from './openapi-examples.ts';
import { headerReference } from './openapi-headers.ts';
import { problemReference } from './openapi-problems.ts';

interface SignInOperation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly request: JsonSchema;
  readonly refusals: readonly number[];
}

const common =
  'The answer sets the cookie of the session: `__Host-plumbline` with https, else `plumbline_session`. No credential is ' +
  'needed. A request of a browser must come from a page of this service, else it is 403 `cross_site`. The service ' +
  'ignores an `Idempotency-Key` here.';

const operation = ({ id, summary, description, request, refusals }: SignInOperation): JsonSchema => ({
  operationId: id,
  tags: ['sessions'],
  summary,
  description: `${description} ${common}`,
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema: request, ...requestExamples(id) } } },
  responses: {
    201: {
      description: 'The session.',
      headers: {
        'X-Request-Id': headerReference('X-Request-Id'),
        Location: headerReference('Location'),
        'Set-Cookie': headerReference('Set-Cookie'),
      },
      content: {
        'application/json': { schema: wrapped('session', schemaReference('Session')), ...answerExamples(id) },
      },
    },
    ...Object.fromEntries(refusals.map((status) => [status, problemReference(status)])),
  },
});

const refusals = [400, 401, 403, 408, 409, 413, 415, 422, 429, 431, 500, 503];

/** The endpoints that start a session. */
export const signInPaths = (): Readonly<Record<string, JsonSchema>> => ({
  '/session': {
    post: operation({
      id: 'createSession',
      summary: 'Sign in with e-mail and password',
      description:
        'If the password is right in several accounts, the answer is 409 `choose_account` with these `accounts`: send ' +
        `the \`account_id\` of one. Without it, the service verifies the password in at most ${mostVerified} accounts. ` +
        'From the fifth wrong password in 15 minutes on, for an e-mail address or an IP address, the answer is 429.',
      request: wrapped('session', schemaReference('SessionCreate')),
      refusals,
    }),
  },
  '/session/password': {
    post: operation({
      id: 'usePasswordLink',
      summary: 'Set a password with a link, and sign in',
      description:
        'The link of `POST /users/{id}/password_link` serves once. The new password ends all sessions of the user.',
      request: wrapped('link', schemaReference('PasswordLinkUse')),
      refusals,
    }),
  },
});
