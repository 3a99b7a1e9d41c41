import { createApiToken, readApiToken, readApiTokens, revokeApiToken } from '../records/api-tokens.ts';
import { schemaReference, wrapped } from '../schema/record-schemas.ts';
import { listAnswer, windowParameters, wishOf } from './listing.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';
import { apiPrefix } from './versions.ts';

const ofTokens = { tag: 'api_tokens', query: [] } as const;

const path = '/api_tokens';
const onePath = '/api_tokens/{id}';

const listTokens = ({ store, publicUrl }: Ground): Operation => ({
  ...ofTokens,
  id: 'listApiTokens',
  method: 'GET',
  path,
  summary: "List one's own API tokens, or everybody's with the scope and the role of an admin",
  scope: 'read',
  query: windowParameters,
  status: 200,
  response: wrapped('api_tokens', { type: 'array', items: schemaReference('ApiToken') }),
  handle: async (request) => {
    const page = await readApiTokens(store, request.call, wishOf(request));
    return listAnswer('api_tokens', page, request, publicUrl());
  },
});

const createToken = ({ store, validator }: Ground): Operation => ({
  ...ofTokens,
  id: 'createApiToken',
  method: 'POST',
  path,
  summary: 'Make an API token, shown this once',
  scope: 'write',
  ofOneself: true,
  request: wrapped('api_token', schemaReference('ApiTokenCreate')),
  status: 201,
  response: wrapped('api_token', schemaReference('ApiTokenMade')),
  handle: ({ call, body }) =>
    createApiToken(
      store,
      call,
      validator.judgeAs('ApiTokenCreate', 'api_token', body),
      (id) => `${apiPrefix}${path}/${id}`,
    ),
});

const showToken = ({ store }: Ground): Operation => ({
  ...ofTokens,
  id: 'showApiToken',
  method: 'GET',
  path: onePath,
  summary: 'Show an API token, without its text',
  scope: 'read',
  status: 200,
  response: wrapped('api_token', schemaReference('ApiToken')),
  handle: ({ call, path: { id = '' } }) => readApiToken(store, call, id),
});

const revokeToken = ({ store }: Ground): Operation => ({
  ...ofTokens,
  id: 'revokeApiToken',
  method: 'DELETE',
  path: onePath,
  summary: 'Revoke an API token: the next request with it is refused',
  scope: 'write',
  ofOneself: true,
  status: 204,
  handle: ({ call, path: { id = '' }, ifMatch }) => revokeApiToken(store, call, { id, ifMatch }),
});

/** What programs sign in with: made, listed, shown and revoked. */
export const tokenOperations = (ground: Ground): Operation[] => [
  listTokens(ground),
  createToken(ground),
  showToken(ground),
  revokeToken(ground),
];
