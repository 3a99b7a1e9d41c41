import {
  createOauthClient,
  deleteOauthClient,
  type NewOauthClient,
  type OauthClient,
  readOauthClient,
  readOauthClients,
  renameOauthClient,
} from '../../../records/access/oauth-clients.ts';
import { schemaReference, wrapped, wrappedList } from '../../../schema/record-schemas.ts';
import type { VersionedValue } from '../../../records/results.ts';
import { answerChange } from '../../request/answer-change.ts';
import { windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';
import { madeAnswer, noContent, versionedAnswer, type Answer } from '../../contract/answer.ts';
import { namedBy, type Operation, type OperationDependencies } from '../../contract/operation.ts';

const ofClients = { tag: 'oauth_clients', scope: 'admin', adminOnly: true, query: [] } as const;

const wrapper = 'oauth_client';
const path = '/oauth_clients';
const onePath = '/oauth_clients/{id}';
const response = wrapped(wrapper, schemaReference('OauthClient'));

const shown = (client: VersionedValue<OauthClient>): Answer => versionedAnswer(wrapper, client);

const made = (client: VersionedValue<NewOauthClient>): Answer => ({
  ...madeAnswer(path, client.value.id, shown(client)),
  secret: true,
});

const listClients = (): Operation => ({
  ...ofClients,
  id: 'listOauthClients',
  method: 'GET',
  path,
  summary: 'List OAuth clients',
  query: windowParameters,
  status: 200,
  response: wrappedList('oauth_clients', 'OauthClient', 'The clients of this page.'),
  handle: async (request) => {
    const page = await readOauthClients(request.context, wishOf(request));
    return valuesAnswer('oauth_clients', page, request);
  },
});

const createClient = ({ validator }: OperationDependencies): Operation => ({
  ...ofClients,
  id: 'createOauthClient',
  method: 'POST',
  path,
  summary: 'Create an OAuth client; only this answer shows its secret',
  request: wrapped(wrapper, schemaReference('OauthClientCreate')),
  status: 201,
  response: wrapped(wrapper, schemaReference('OauthClientMade')),
  handle: (request) => {
    const asked = validator.judgeAs('OauthClientCreate', wrapper, request.body);
    return answerChange(request, made, (context) => createOauthClient(context, asked));
  },
});

const showClient = (): Operation => ({
  ...ofClients,
  id: 'showOauthClient',
  method: 'GET',
  path: onePath,
  summary: 'Show an OAuth client, without its secret',
  status: 200,
  response,
  handle: async ({ context, path: { id = '' } }) => shown(await readOauthClient(context, id)),
});

const renameClient = ({ validator }: OperationDependencies): Operation => ({
  ...ofClients,
  id: 'updateOauthClient',
  method: 'PATCH',
  path: onePath,
  summary: 'Rename an OAuth client',
  request: wrapped(wrapper, schemaReference('OauthClientUpdate')),
  status: 200,
  response,
  handle: (request) => {
    const asked = validator.judgeAs('OauthClientUpdate', wrapper, request.body);
    return answerChange(request, shown, (context) => renameOauthClient(context, namedBy(request), asked));
  },
});

const deleteClient = (): Operation => ({
  ...ofClients,
  id: 'deleteOauthClient',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete an OAuth client and revoke its access tokens',
  status: 204,
  handle: (request) => answerChange(request, noContent, (context) => deleteOauthClient(context, namedBy(request))),
});

/** Creates, lists, shows, renames and deletes OAuth clients. */
export const clientOperations = (dependencies: OperationDependencies): Operation[] => [
  listClients(),
  createClient(dependencies),
  showClient(),
  renameClient(dependencies),
  deleteClient(),
];
