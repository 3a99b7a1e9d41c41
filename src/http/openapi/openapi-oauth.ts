import { oauthErrors } from '../../records/access/access-tokens.ts';
import { scopes } from '../../resources/vocabulary/choices.ts';
import { described, type JsonSchema } from '../../schema/json-schema.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import { answerExamples, problemExamples, requestExamples } from './openapi-examples.ts';
import { headerReference } from './openapi-headers.ts';
import { problemReference, problemSchemas } from './openapi-problems.ts';
import { problemMediaType } from '../errors/problem-details.ts';
import { apiPrefix } from '../../version.ts';

const text: JsonSchema = { type: 'string' };

const { properties, required, ...problem } = problemSchemas['Problem'] as {
  readonly properties: JsonSchema;
  readonly required: readonly string[];
};

/** The request and response schemas of the token endpoint. */
export const oauthSchemas: Readonly<Record<string, JsonSchema>> = {
  AccessTokenRequest: {
    type: 'object',
    description: 'A request for an access token. The service ignores other parameters, as RFC 6749 demands.',
    properties: {
      grant_type: { ...text, const: 'client_credentials', description: 'The only grant that the service supports.' },
      client_id: { ...text, description: 'The id of the client, unless you send it by HTTP Basic.' },
      client_secret: { ...text, description: 'The secret of the client, unless you send it by HTTP Basic.' },
      scope: { ...text, description: "Some of the client's scopes, separated by spaces. The default is all of them." },
    },
    required: ['grant_type'],
  },
  AccessToken: described('An access token of an OAuth client.', {
    access_token: { ...text, description: 'The token, for `Authorization: Bearer …`.' },
    token_type: { ...text, const: 'Bearer', description: 'The type of the token.' },
    expires_in: { type: 'integer', description: 'For how many seconds the token is valid.' },
    scope: { ...text, description: 'The scopes of the token, separated by spaces.' },
  }),
  OauthProblem: {
    ...problem,
    description: 'A problem document (RFC 9457) with the members of RFC 6749 §5.2.',
    properties: {
      ...properties,
      error: {
        ...text,
        enum: oauthErrors,
        description: 'The error code of RFC 6749. In other problem documents, `error` repeats `code`.',
      },
      error_description: { ...text, description: 'The `detail` in plain ASCII.' },
    },
    required: [...required, 'error_description'],
  },
};

const meanings: Readonly<Record<(typeof scopes)[number], string>> = {
  read: 'Read everything that the user may read.',
  write: 'Change records, and manage your own API tokens.',
  admin: 'Manage lists, users, credentials and the account, and read the audit log.',
};

/** The authentication of OAuth clients, and the scopes of their access tokens. */
export const oauthSecuritySchemes = (publicUrl: string): Record<string, JsonSchema> => ({
  oauth2: {
    type: 'oauth2',
    description: 'Access tokens of an OAuth client, each valid for an hour.',
    flows: { clientCredentials: { tokenUrl: `${publicUrl}${apiPrefix}/oauth/token`, scopes: meanings } },
  },
  oauthClient: {
    type: 'http',
    scheme: 'basic',
    description: 'An OAuth client at `/oauth/token`: `client_id:client_secret`. You can send them in the body instead.',
  },
});

const refusal = (status: number, description: string): JsonSchema => ({
  description,
  headers: { 'X-Request-Id': headerReference('X-Request-Id') },
  content: {
    [problemMediaType]: { schema: schemaReference('OauthProblem'), ...problemExamples([`oauth.${status}`]) },
  },
});

const request = (): JsonSchema => ({ schema: schemaReference('AccessTokenRequest'), ...requestExamples(id) });

const id = 'createAccessToken';

/** The token endpoint. */
export const oauthPaths = (): Readonly<Record<string, JsonSchema>> => ({
  '/oauth/token': {
    post: {
      operationId: id,
      tags: ['oauth_clients'],
      summary: 'Get an access token as an OAuth client',
      description:
        'The client credentials grant of OAuth 2.0 (RFC 6749 §4.4). The token acts as the user who created the client. ' +
        'The same endpoint is also at `/oauth/token` without the prefix. The service ignores an `Idempotency-Key` here.',
      security: [{}, { oauthClient: [] }],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': request(), 'application/json': request() },
      },
      responses: {
        200: {
          description: 'The access token.',
          headers: { 'X-Request-Id': headerReference('X-Request-Id') },
          content: { 'application/json': { schema: schemaReference('AccessToken'), ...answerExamples(id) } },
        },
        400: refusal(400, '`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
        401: {
          ...refusal(401, '`invalid_client`: there is no client with this id and this secret.'),
          headers: {
            'X-Request-Id': headerReference('X-Request-Id'),
            'WWW-Authenticate': { description: '`Basic`.', schema: text },
          },
        },
        413: refusal(413, 'The body is larger than 64 KiB.'),
        415: refusal(415, 'The body is neither a form nor JSON.'),
        ...Object.fromEntries([408, 429, 431, 500, 503].map((status) => [status, problemReference(status)])),
      },
    },
  },
});
