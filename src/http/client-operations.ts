import {
  createOauthClient,
  deleteOauthClient,
  readOauthClient,
  readOauthClients,
  renameOauthClient,
} from '../records/oauth-clients.ts';
import { schemaReference, wrapped } from '../schema/record-schemas.ts';
import { listAnswer, windowParameters, wishOf } from './listing.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';
import { apiPrefix } from './versions.ts';

const ofClients = { tag: 'oauth_clients', scope: 'admin', adminOnly: true, query: [] } as const;

const wrapper = 'oauth_client';
const path = '/oauth_clients';
const onePath = '/oauth_clients/{id}';
const shown = wrapped(wrapper, schemaReference('OauthClient'));

const listClients = ({ store, publicUrl }: Ground): Operation => ({
  ...ofClients,
  id: 'listOauthClients',
  method: 'GET',
  path,
  summary: 'List OAuth clients',
  query: windowParameters,
  status: 200,
  response: wrapped('oauth_clients', { type: 'array', items: schemaReference('OauthClient') }),
  handle: async (request) => {
    const page = await readOauthClients(store, request.call, wishOf(request));
    return listAnswer('oauth_clients', page, request, publicUrl());
  },
});

const createClient = ({ store, validator }: Ground): Operation => ({
  ...ofClients,
  id: 'createOauthClient',
  method: 'POST',
  path,
  summary: 'Make an OAuth client, whose secret is shown this once',
  request: wrapped(wrapper, schemaReference('OauthClientCreate')),
  status: 201,
  response: wrapped(wrapper, schemaReference('OauthClientMade')),
  handle: ({ call, body }) => {
    const asked = validator.judgeAs('OauthClientCreate', wrapper, body);
    return createOauthClient(store, call, asked, (id) => `${apiPrefix}${path}/${id}`);
  },
});

const showClient = ({ store }: Ground): Operation => ({
  ...ofClients,
  id: 'showOauthClient',
  method: 'GET',
  path: onePath,
  summary: 'Show an OAuth client, without its secret',
  status: 200,
  response: shown,
  handle: ({ call, path: { id = '' } }) => readOauthClient(store, call, id),
});

const renameClient = ({ store, validator }: Ground): Operation => ({
  ...ofClients,
  id: 'updateOauthClient',
  method: 'PATCH',
  path: onePath,
  summary: 'Give an OAuth client another name',
  request: wrapped(wrapper, schemaReference('OauthClientUpdate')),
  status: 200,
  response: shown,
  handle: ({ call, body, path: { id = '' }, ifMatch }) =>
    renameOauthClient(store, call, { id, ifMatch }, validator.judgeAs('OauthClientUpdate', wrapper, body)),
});

const deleteClient = ({ store }: Ground): Operation => ({
  ...ofClients,
  id: 'deleteOauthClient',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete an OAuth client and end its access tokens at once',
  status: 204,
  handle: ({ call, path: { id = '' }, ifMatch }) => deleteOauthClient(store, call, { id, ifMatch }),
});

/** Programs that get access tokens by themselves: made, listed, shown, renamed and deleted. */
export const clientOperations = (ground: Ground): Operation[] => [
  listClients(ground),
  createClient(ground),
  showClient(ground),
  renameClient(ground),
  deleteClient(ground),
];
