import { replayMessage, replayRange, testWebhook } from '../records/webhook-deliveries.ts';
import { schemaReference, wrapped } from '../schema/record-schemas.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';
import { apiPrefix } from './versions.ts';

/** What an admin has sent to endpoints. It is accepted and sent soon after: 202. */
const sending = { method: 'POST', tag: 'webhooks', scope: 'admin', adminOnly: true, query: [], status: 202 } as const;

const testEndpoint = ({ store, publicUrl }: Ground): Operation => ({
  ...sending,
  id: 'testWebhook',
  path: '/webhooks/{id}/test',
  summary: 'Send a webhook a message that tests it',
  explanation: 'It has the type `webhook.test`, and its payload names the webhook. It goes to no other webhook.',
  response: wrapped('webhook_message', schemaReference('WebhookMessage')),
  handle: ({ call, path: { id = '' } }) => testWebhook(store, call, id, publicUrl() + apiPrefix),
});

const replayRangeTo = ({ store, validator }: Ground): Operation => ({
  ...sending,
  id: 'replayToWebhook',
  path: '/webhooks/{id}/replay',
  summary: 'Send a webhook the messages of a time again',
  explanation:
    'Those of the types that it takes, each under its own id, also when it has received them before. What happens ' +
    'meanwhile is not held up.',
  request: schemaReference('WebhookReplayRequest'),
  response: wrapped('replay', schemaReference('WebhookReplay')),
  handle: ({ call, path: { id = '' }, body }) =>
    replayRange(store, call, id, validator.judgeWhole('WebhookReplayRequest', body)),
});

const replayOne = ({ store, publicUrl }: Ground): Operation => ({
  ...sending,
  id: 'replayWebhookMessage',
  path: '/webhook_messages/{id}/replay',
  summary: 'Send a message again',
  explanation: 'To every webhook that is switched on and takes its type, under the same id.',
  response: schemaReference('WebhookMessageReplay'),
  handle: ({ call, path: { id = '' } }) => replayMessage(store, call, id, publicUrl() + apiPrefix),
});

/** Messages that are sent because somebody asks for it. */
export const deliveryOperations = (ground: Ground): Operation[] => [
  testEndpoint(ground),
  replayRangeTo(ground),
  replayOne(ground),
];
