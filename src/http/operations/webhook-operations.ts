import type { Webhook } from '../../resources/managed/webhooks.ts';
import {
  createWebhook,
  deleteWebhook,
  type NewWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  updateWebhook,
} from '../../records/webhooks/webhooks.ts';
import { schemaReference, wrapped, wrappedList } from '../../schema/record-schemas.ts';
import { answerChange } from '../request/answer-change.ts';
import { windowParameters } from './list-parameters.ts';
import { valuesAnswer, wishOf } from './listing.ts';
import { madeAnswer, noContent, versionedAnswer, type Answer } from '../contract/answer.ts';
import { namedBy, type Operation, type OperationDependencies } from '../contract/operation.ts';

const ofWebhooks = { tag: 'webhooks', scope: 'admin', adminOnly: true, query: [] } as const;

const wrapper = 'webhook';
const path = '/webhooks';
const onePath = '/webhooks/{id}';
const response = wrapped(wrapper, schemaReference('Webhook'));
const responseWithSecret = wrapped(wrapper, schemaReference('WebhookMade'));

const shown = (webhook: Webhook): Answer => versionedAnswer(wrapper, { version: webhook.version, value: webhook });

const shownWithSecret = (webhook: NewWebhook): Answer => ({ ...shown(webhook), secret: true });

const made = (webhook: NewWebhook): Answer => madeAnswer(path, webhook.id, shownWithSecret(webhook));

const listWebhooks = (): Operation => ({
  ...ofWebhooks,
  id: 'listWebhooks',
  method: 'GET',
  path,
  summary: 'List webhooks',
  query: windowParameters,
  status: 200,
  response: wrappedList('webhooks', 'Webhook', 'The webhooks of this page.'),
  handle: async (request) => {
    const page = await readWebhooks(request.context, wishOf(request));
    return valuesAnswer('webhooks', page, request);
  },
});

const makeWebhook = ({ validator, addressRules: rules }: OperationDependencies): Operation => ({
  ...ofWebhooks,
  id: 'createWebhook',
  method: 'POST',
  path,
  summary: 'Create a webhook; only this answer shows its secret',
  explanation: 'An account has at most 50 webhooks. The next one is 409 `conflict`.',
  request: wrapped(wrapper, schemaReference('WebhookCreate')),
  status: 201,
  response: responseWithSecret,
  handle: (request) => {
    const asked = validator.judgeAs('WebhookCreate', wrapper, request.body);
    return answerChange(request, made, (context) => createWebhook(context, asked, rules));
  },
});

const showWebhook = (): Operation => ({
  ...ofWebhooks,
  id: 'showWebhook',
  method: 'GET',
  path: onePath,
  summary: 'Show a webhook, without its secret',
  status: 200,
  response,
  handle: async ({ context, path: { id = '' } }) => shown(await readWebhook(context, id)),
});

const changeWebhook = ({ validator, addressRules: rules }: OperationDependencies): Operation => ({
  ...ofWebhooks,
  id: 'updateWebhook',
  method: 'PATCH',
  path: onePath,
  summary: 'Change, enable or disable a webhook',
  request: wrapped(wrapper, schemaReference('WebhookUpdate')),
  status: 200,
  response,
  handle: (request) => {
    const asked = validator.judgeAs('WebhookUpdate', wrapper, request.body);
    return answerChange(request, shown, (context) => updateWebhook(context, namedBy(request), { asked, rules }));
  },
});

const endWebhook = (): Operation => ({
  ...ofWebhooks,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a webhook',
  status: 204,
  handle: (request) => answerChange(request, noContent, (context) => deleteWebhook(context, namedBy(request))),
});

const rotateWebhookSecret = (): Operation => ({
  ...ofWebhooks,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${onePath}/rotate_secret`,
  summary: 'Rotate the secret of a webhook; only this answer shows it',
  explanation: 'For another 24 hours, the service also signs messages with the previous secret.',
  status: 200,
  response: responseWithSecret,
  handle: (request) => answerChange(request, shownWithSecret, (context) => rotateSecret(context, namedBy(request))),
});

/** Creates, lists, shows, changes and deletes webhooks, and rotates their secrets. */
export const webhookOperations = (dependencies: OperationDependencies): Operation[] => [
  listWebhooks(),
  makeWebhook(dependencies),
  showWebhook(),
  changeWebhook(dependencies),
  endWebhook(),
  rotateWebhookSecret(),
];
