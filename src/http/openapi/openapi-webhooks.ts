import { eventTypes, testEventType } from '../../resources/events.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { schemaReference } from '../../schema/record-schemas.ts';
import { messageExamples } from './openapi-examples.ts';
import { parameterReference } from './openapi-parameters.ts';

const header = (name: string, description: string, example: string): JsonSchema => ({
  ...{ name, in: 'header', required: true, description, example },
  schema: { type: 'string' },
});

/** The headers of webhook requests (Standard Webhooks 1.0). */
export const deliveryParameters: Readonly<Record<string, JsonSchema>> = {
  WebhookId: header(
    'webhook-id',
    'The id of the message, the same in every attempt to deliver it. A receiver knows by it what it has already.',
    'msg_0ERYfkKtPPE3Llh2Lxk4tqnJrZO',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this attempt was sent, in seconds since 1970. A receiver refuses what is more than five minutes off.',
    '1772463600',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` ' +
      'by a secret of the webhook. One of them must match.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

/** The requests that the service sends to webhooks, by message type. */
export const webhookPaths = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries([...eventTypes, testEventType].map((type) => [type, { post: delivery(type) }]));

const delivery = (type: string): JsonSchema => ({
  operationId: `receive${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`,
  tags: ['webhooks'],
  summary: `Receive \`${type}\``,
  description: type === testEventType ? 'Sent by `POST /webhooks/{id}/test` to the webhook that it names.' : told(type),
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
    '2XX': { description: 'Received. An answer with any other status, or none within 15 seconds, is a failure.' },
    410: { description: 'The webhook is switched off and is sent nothing more.' },
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
  restore: 'brought back',
};

const occasions: Readonly<Record<string, string>> = {
  'project.stage_change': 'a project enters a stage, the first one too',
  'project.won': "a project's `close_type` becomes `won`",
  'project.lost': "a project's `close_type` becomes `lost`",
  'lead.archive': 'a lead is archived',
  'lead.snooze': 'a lead is put off until a time to come',
  'lead.convert': 'a lead has become a project',
  'task.complete': 'a task that was open is done',
};
