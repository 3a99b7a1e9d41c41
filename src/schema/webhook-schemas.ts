import { eventTypes } from '../resources/events.ts';
import { text as line } from '../resources/fields.ts';
import { asked } from './access-schemas.ts';
import { orNull, valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { closed, schemaReference } from './record-schemas.ts';

const text: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };

const types: JsonSchema = { type: 'array', items: schemaReference('WebhookEventType') };

const webhook = {
  id: { type: 'string', format: 'uuid' },
  created_at: time,
  updated_at: time,
  url: { ...text, description: 'Where messages are sent to.' },
  version: { type: 'integer', description: 'Counts the changes; the `ETag`.' },
  description: { type: ['string', 'null'] },
  filter_types: { ...types, description: 'What it is told of; `[]`: everything.' },
  rate_limit: { type: ['integer', 'null'], description: 'So many deliveries a minute; `null`: no limit.' },
  enabled: { type: 'boolean', description: 'Nothing is sent to one that is not.' },
  disabled_at: orNull(time),
  disabled_reason: {
    type: ['string', 'null'],
    description: '`manual`: somebody switched it off. Otherwise why the service did.',
  },
  failing_since: { ...orNull(time), description: 'Of the first failure since the last success.' },
};

const secret = {
  ...text,
  description: 'Signs what is sent: `whsec_` and the base64 of its bytes (Standard Webhooks 1.0). Shown this once.',
};

const url: JsonSchema = {
  ...valueSchema(line({ required: true, maxLength: 2048 })),
  description: 'An address of the public internet, unless the operator allows private ones.',
};

const accepted = {
  description: orNull(valueSchema(line({ maxLength: 1000 }))),
  filter_types: {
    ...orNull(types),
    uniqueItems: true,
    description: 'The types of messages that are sent. None: every type.',
  },
  rate_limit: {
    ...orNull({ type: 'integer', minimum: 1, maximum: 1200 }),
    description: 'At most so many deliveries a minute. None: no limit.',
  },
};

/** The schemas whose single answers have an `ETag`. */
export const webhookRecords = ['Webhook', 'WebhookMade'] as const;

/** The endpoints that messages are sent to. */
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = {
  WebhookEventType: { type: 'string', enum: eventTypes },
  Webhook: closed(webhook),
  WebhookMade: closed({ ...webhook, secret }),
  WebhookCreate: asked(
    webhook,
    {
      url,
      ...accepted,
      secret: { ...orNull(text), description: '`whsec_` and 24 to 64 bytes in base64. None: one is made.' },
    },
    ['url'],
  ),
  WebhookUpdate: asked(webhook, {
    url,
    ...accepted,
    enabled: {
      type: 'boolean',
      description: '`true` switches it on again and forgets why it was off and since when it fails.',
    },
  }),
};
