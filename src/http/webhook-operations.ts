import {
  createWebhook,
  deleteWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  updateWebhook,
} from '../records/webhooks.ts';
import { schemaReference, wrapped } from '../schema/record-schemas.ts';
import { listAnswer, windowParameters, wishOf } from './listing.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';
import { apiPrefix } from './versions.ts';

const ofWebhooks = { tag: 'webhooks', scope: 'admin', adminOnly: true, query: [] } as const;

const wrapper = 'webhook';
const path = '/webhooks';
const onePath = '/webhooks/{id}';
const shown = wrapped(wrapper, schemaReference('Webhook'));
const made = wrapped(wrapper, schemaReference('WebhookMade'));

const listWebhooks = ({ store, publicUrl }: Ground): Operation => ({
  ...ofWebhooks,
  id: 'listWebhooks',
  method: 'GET',
  path,
  summary: 'List webhooks',
  query: windowParameters,
  status: 200,
  response: wrapped('webhooks', { type: 'array', items: schemaReference('Webhook') }),
  handle: async (request) => {
    const page = await readWebhooks(store, request.call, wishOf(request));
    return listAnswer('webhooks', page, request, publicUrl());
  },
});

const makeWebhook = ({ store, validator, addressRules: rules }: Ground): Operation => ({
  ...ofWebhooks,
  id: 'createWebhook',
  method: 'POST',
  path,
  summary: 'Make a webhook, whose secret is shown this once',
  explanation: 'An account has 50 at most; the next is 409 `conflict`.',
  request: wrapped(wrapper, schemaReference('WebhookCreate')),
  status: 201,
  response: made,
  handle: ({ call, body }) => {
    const asked = validator.judgeAs('WebhookCreate', wrapper, body);
    return createWebhook(store, call, asked, { rules, location: (id) => `${apiPrefix}${path}/${id}` });
  },
});

const showWebhook = ({ store }: Ground): Operation => ({
  ...ofWebhooks,
  id: 'showWebhook',
  method: 'GET',
  path: onePath,
  summary: 'Show a webhook, without its secret',
  status: 200,
  response: shown,
  handle: ({ call, path: { id = '' } }) => readWebhook(store, call, id),
});

const changeWebhook = ({ store, validator, addressRules: rules }: Ground): Operation => ({
  ...ofWebhooks,
  id: 'updateWebhook',
  method: 'PATCH',
  path: onePath,
  summary: 'Change a webhook, or switch it off and on',
  request: wrapped(wrapper, schemaReference('WebhookUpdate')),
  status: 200,
  response: shown,
  handle: ({ call, body, path: { id = '' }, ifMatch }) => {
    const asked = validator.judgeAs('WebhookUpdate', wrapper, body);
    return updateWebhook(store, call, { id, ifMatch }, { asked, rules });
  },
});

const endWebhook = ({ store }: Ground): Operation => ({
  ...ofWebhooks,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a webhook',
  status: 204,
  handle: ({ call, path: { id = '' }, ifMatch }) => deleteWebhook(store, call, { id, ifMatch }),
});

const rotateWebhookSecret = ({ store }: Ground): Operation => ({
  ...ofWebhooks,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${onePath}/rotate_secret`,
  summary: 'Give a webhook a new secret, shown this once',
  explanation: 'What is sent is signed by the secret before it too for another 24 hours.',
  status: 200,
  response: made,
  handle: ({ call, path: { id = '' }, ifMatch }) => rotateSecret(store, call, { id, ifMatch }),
});

/** The endpoints that messages are sent to: made, listed, shown, changed and deleted, and their secrets rotated. */
export const webhookOperations = (ground: Ground): Operation[] => [
  listWebhooks(ground),
  makeWebhook(ground),
  showWebhook(ground),
  changeWebhook(ground),
  endWebhook(ground),
  rotateWebhookSecret(ground),
];
