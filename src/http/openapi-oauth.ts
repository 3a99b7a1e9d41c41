import { oauthErrors } from '../records/oauth-refusal.ts';
import { scopes } from '../resources/choices.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { closed, schemaReference } from '../schema/record-schemas.ts';
import { headerReference } from './openapi-headers.ts';
import { problemReference, problemSchemas } from './openapi-problems.ts';
import { problemMediaType } from './problem-details.ts';

const text: JsonSchema = { type: 'string' };

const { properties, required, ...problem } = problemSchemas['Problem'] as {
  readonly properties: JsonSchema;
  readonly required: readonly string[];
};

/** What the token endpoint takes and answers. */
export const oauthSchemas: Readonly<Record<string, JsonSchema>> = {
  AccessTokenRequest: {
    type: 'object',
    description: 'Other parameters are ignored, as RFC 6749 demands.',
    properties: {
      grant_type: { ...text, const: 'client_credentials' },
      client_id: { ...text, description: 'Unless HTTP Basic says it.' },
      client_secret: { ...text, description: 'Unless HTTP Basic says it.' },
      scope: { ...text, description: "Some of the client's scopes, separated by spaces; all of them unless given." },
    },
    required: ['grant_type'],
  },
  AccessToken: closed({
    access_token: { ...text, description: 'For `Authorization: Bearer …`.' },
    token_type: { ...text, const: 'Bearer' },
    expires_in: { type: 'integer', description: 'Seconds.' },
    scope: text,
  }),
  OauthProblem: {
    ...problem,
    description: 'A problem document (RFC 9457) that carries the members of RFC 6749 §5.2 too.',
    properties: {
      ...properties,
      error: {
        ...text,
        enum: oauthErrors,
        description: 'As RFC 6749 names it; `code` is what others have as `error`.',
      },
      error_description: { ...text, description: 'The `detail` in plain ASCII.' },
    },
    required: [...required, 'error_description'],
  },
};

const meanings: Readonly<Record<(typeof scopes)[number], string>> = {
  read: 'Read everything that the user may.',
  write: 'Change records, and manage API tokens of one’s own.',
  admin: 'Manage lists, users, credentials and the account, and read the audit log.',
};

/** How an OAuth client proves itself, and what its access tokens are good for. */
export const oauthSecuritySchemes = (publicUrl: string): Record<string, JsonSchema> => ({
  oauth2: {
    type: 'oauth2',
    description: 'Access tokens of an OAuth client, each for an hour.',
    flows: { clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes: meanings } },
  },
  oauthClient: {
    type: 'http',
    scheme: 'basic',
    description: 'An OAuth client at `/oauth/token`: `client_id:client_secret`. The body may hold them instead.',
  },
});

const refusal = (description: string): JsonSchema => ({
  description,
  headers: { 'X-Request-Id': headerReference('X-Request-Id') },
  content: { [problemMediaType]: { schema: schemaReference('OauthProblem') } },
});

const request = { schema: schemaReference('AccessTokenRequest') };

/** The token endpoint, with a server entry of its own. */
export const oauthPaths = (publicUrl: string): Record<string, JsonSchema> => ({
  '/oauth/token': {
    servers: [{ url: publicUrl }],
    post: {
      operationId: 'createAccessToken',
      tags: ['oauth_clients'],
      summary: 'Get an access token as an OAuth client',
      description:
        'The client credentials grant of OAuth 2.0 (RFC 6749 §4.4). The token acts as the user who made the client. ' +
        'Outside of the versioned API; an `Idempotency-Key` means nothing here.',
      security: [{}, { oauthClient: [] }],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': request, 'application/json': request },
      },
      responses: {
        200: {
          description: 'As asked.',
          headers: { 'X-Request-Id': headerReference('X-Request-Id') },
          content: { 'application/json': { schema: schemaReference('AccessToken') } },
        },
        400: refusal('`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
        401: {
          ...refusal('`invalid_client`: there is no client with this id and this secret.'),
          headers: {
            'X-Request-Id': headerReference('X-Request-Id'),
            'WWW-Authenticate': { description: '`Basic`.', schema: text },
          },
        },
        413: refusal('The body is larger than 64 KiB.'),
        415: refusal('The body is neither a form nor JSON.'),
        ...Object.fromEntries([408, 429, 431, 500, 503].map((status) => [status, problemReference(status)])),
      },
    },
  },
});
