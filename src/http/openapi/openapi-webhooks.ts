import { eventTypes, testEventType } from '../../resources/events.ts';
import { capital } from '../../resources/in-words.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import { messageExamples } from './openapi-examples.ts';
import { parameterReference } from './openapi-parameters.ts';

const header = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
});

/** The headers of webhook requests (Standard Webhooks 1.0). */
export const deliveryParameters: Readonly<Record<string, JsonSchema>> = {
  WebhookId: header(
    'webhook-id',
    'The id of the message, the same in every attempt to deliver it. A receiver uses it to detect duplicates.',
    'msg_0ERYfkKtPPE3Llh2Lxk4tqnJrZO',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this attempt was sent, in seconds since 1970. A receiver refuses a time more than five minutes off.',
    '1772463600',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` ' +
      'with a secret of the webhook. One of them must match.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

/** The requests that the service sends to webhooks, by message type. */
export const webhookPaths = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries([...eventTypes, testEventType].map((type) => [type, { post: delivery(type) }]));

const delivery = (type: string): JsonSchema => ({
  operationId: `receive${type.split(/[._]/).map(capital).join('')}`,
  tags: ['webhooks'],
  summary: `Receive \`${type}\``,
  description:
    type === testEventType ? 'A test message. `POST /webhooks/{id}/test` sends it to that webhook.' : told(type),
  security: [],
  parameters: Object.keys(deliveryParameters).map(parameterReference),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { allOf: [schemaReference('WebhookMessage'), onlyOf(type)] },
        ...messageExamples(type),
      },
    },
  },
  responses: {
    '2XX': { description: 'Received. Any other status, or no answer within 15 seconds, is a failure.' },
    410: { description: 'The service disables the webhook and sends it nothing more.' },
  },
});

/** Restricts the message schema to one type. */
const onlyOf = (type: string): JsonSchema => ({
  type: 'object',
  properties: { event_type: { type: 'string', const: type, description: 'The type of the message.' } },
});

function told(type: string): string {
  const [record = '', action = ''] = type.split('.');
  return `Sent when ${occasions[type] ?? `a ${record.replaceAll('_', ' ')} is ${pastOf[action] ?? action}`}.`;
}

const pastOf: Readonly<Record<string, string>> = {
  create: 'made',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
};

const occasions: Readonly<Record<string, string>> = {
  'project.stage_change': 'a project enters a stage, including its first',
  'project.won': "a project's `close_type` becomes `won`",
  'project.lost': "a project's `close_type` becomes `lost`",
  'lead.archive': 'a lead is archived',
  'lead.snooze': 'a lead is snoozed until a future time',
  'lead.convert': 'a lead is converted into a project',
  'task.complete': 'an open task is completed',
};
