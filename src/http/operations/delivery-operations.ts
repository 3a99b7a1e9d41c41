import {
  type MessageReplay,
  type RangeReplay,
  replayMessage,
  replayRange,
  testWebhook,
} from '../../records/webhooks/webhook-deliveries.ts';
import { toldMessage } from '../../events/messages.ts';
import type { KeptMessage } from '../../store/log/messages.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { answerChange } from '../request/answer-change.ts';
import { jsonAnswer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { apiPrefix } from '../../version.ts';

/** The common parts of sends that an admin requests. The service accepts them with 202 and sends soon after. */
const sending = { method: 'POST', tag: 'webhooks', scope: 'admin', adminOnly: true, query: [], status: 202 } as const;

const testEndpoint = (): Operation => ({
  ...sending,
  id: 'testWebhook',
  path: '/webhooks/{id}/test',
  summary: 'Send a test message to a webhook',
  explanation: 'The message has the type `webhook.test`, and its payload names the webhook. No other webhook gets it.',
  response: wrapped('webhook_message', schemaReference('WebhookMessage')),
  handle: (request) => {
    const codec = (message: KeptMessage) =>
      jsonAnswer(202, { webhook_message: toldMessage(message, request.serviceUrl + apiPrefix) });
    return answerChange(request, codec, (context) => testWebhook(context, request.path['id'] ?? ''));
  },
});

const replayRangeTo = ({ validator }: OperationDependencies): Operation => ({
  ...sending,
  id: 'replayToWebhook',
  path: '/webhooks/{id}/replay',
  summary: 'Send the messages of a period to a webhook again',
  explanation:
    'Sends the messages whose types the webhook takes, even if it has received them before. They keep their ids. New ' +
    'messages do not wait for the replay.',
  request: schemaReference('WebhookReplayRequest'),
  response: wrapped('replay', schemaReference('WebhookReplay')),
  handle: (request) => {
    const asked = validator.judgeWhole('WebhookReplayRequest', request.body);
    const codec = (replay: RangeReplay) => jsonAnswer(202, { replay });
    return answerChange(request, codec, (context) => replayRange(context, request.path['id'] ?? '', asked));
  },
});

const replayOne = (): Operation => ({
  ...sending,
  id: 'replayWebhookMessage',
  path: '/webhook_messages/{id}/replay',
  summary: 'Send a message again',
  explanation: 'Sends the message to every enabled webhook that takes its type, with the same id.',
  response: schemaReference('WebhookMessageReplay'),
  handle: (request) => {
    const codec = ({ message, webhookIds }: MessageReplay) =>
      jsonAnswer(202, {
        webhook_message: toldMessage(message, request.serviceUrl + apiPrefix),
        webhook_ids: webhookIds,
      });
    return answerChange(request, codec, (context) => replayMessage(context, request.path['id'] ?? ''));
  },
});

/** Sends test messages and resends earlier messages on request. */
export const deliveryOperations = (dependencies: OperationDependencies): Operation[] => [
  testEndpoint(),
  replayRangeTo(dependencies),
  replayOne(),
];
