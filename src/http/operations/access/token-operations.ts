import {
  type ApiToken,
  createApiToken,
  type NewApiToken,
  readApiToken,
  readApiTokens,
  revokeApiToken,
} from '../../../records/access/api-tokens.ts';
import type { VersionedValue } from '../../../records/results.ts';
import { schemaReference, wrapped, wrappedList } from '../../../schema/record-schemas.ts';
import { answerChange } from '../../request/answer-change.ts';
import { windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';
import { madeAnswer, noContent, versionedAnswer, type Answer } from '../../contract/answer.ts';
import { namedBy, type Operation, type OperationDependencies } from '../../contract/operation.ts';

const ofTokens = { tag: 'api_tokens', query: [] } as const;

const path = '/api_tokens';
const onePath = '/api_tokens/{id}';

const shown = (token: VersionedValue<ApiToken>): Answer => versionedAnswer('api_token', token);

const made = (token: VersionedValue<NewApiToken>): Answer => ({
  ...madeAnswer(path, token.value.id, shown(token)),
  secret: true,
});

const listTokens = (): Operation => ({
  ...ofTokens,
  id: 'listApiTokens',
  method: 'GET',
  path,
  summary: 'List your own API tokens, or those of all users if you are an admin with the scope `admin`',
  scope: 'read',
  query: windowParameters,
  status: 200,
  response: wrappedList('api_tokens', 'ApiToken', 'The tokens of this page.'),
  handle: async (request) => {
    const page = await readApiTokens(request.context, wishOf(request));
    return valuesAnswer('api_tokens', page, request);
  },
});

const createToken = ({ validator }: OperationDependencies): Operation => ({
  ...ofTokens,
  id: 'createApiToken',
  method: 'POST',
  path,
  summary: 'Create an API token; only this answer shows it',
  explanation: 'A user has up to 100 tokens that are neither revoked nor expired. The next one is 409 `conflict`.',
  scope: 'write',
  ofOneself: 'and others',
  request: wrapped('api_token', schemaReference('ApiTokenCreate')),
  status: 201,
  response: wrapped('api_token', schemaReference('ApiTokenMade')),
  handle: (request) => {
    const asked = validator.judgeAs('ApiTokenCreate', 'api_token', request.body);
    return answerChange(request, made, (context) => createApiToken(context, asked));
  },
});

const showToken = (): Operation => ({
  ...ofTokens,
  id: 'showApiToken',
  method: 'GET',
  path: onePath,
  summary: 'Show an API token, without its text',
  scope: 'read',
  status: 200,
  response: wrapped('api_token', schemaReference('ApiToken')),
  handle: async ({ context, path: { id = '' } }) => shown(await readApiToken(context, id)),
});

const revokeToken = (): Operation => ({
  ...ofTokens,
  id: 'revokeApiToken',
  method: 'DELETE',
  path: onePath,
  summary: 'Revoke an API token; its next request is refused',
  scope: 'write',
  ofOneself: 'and others',
  status: 204,
  handle: (request) => answerChange(request, noContent, (context) => revokeApiToken(context, namedBy(request))),
});

/** Creates, lists, shows and revokes API tokens. */
export const tokenOperations = (dependencies: OperationDependencies): Operation[] => [
  listTokens(),
  createToken(dependencies),
  showToken(),
  revokeToken(),
];
