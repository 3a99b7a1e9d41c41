import { eventTypes, eventTypesInWords } from '../resources/events.ts';
import { text as line } from '../resources/fields.ts';
import { asked } from './access-schemas.ts';
import { orNull, valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { described, identity, schemaReference } from './record-schemas.ts';

const text: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };

const purpose = 'What the webhook is for, in words for people.';

const types: JsonSchema = { type: 'array', items: schemaReference('WebhookEventType') };

/**
 * Event types in a request, each once. The items are inline: behind a reference, Ajv does not see that they are
 * strings, and compares every pair.
 */
export const distinctEventTypes: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: eventTypes },
  maxItems: eventTypes.length,
  uniqueItems: true,
};

const webhook = {
  ...identity,
  id: { type: 'string', format: 'uuid', description: 'The id of the webhook: a UUID.' },
  url: { ...text, description: 'The address that messages are sent to.' },
  version: { type: 'integer', description: 'Goes up with every change. The `ETag` is made of it.' },
  description: { type: ['string', 'null'], description: purpose },
  filter_types: { ...types, description: 'The types of messages that are sent; an empty list means every type.' },
  rate_limit: {
    type: ['integer', 'null'],
    description: 'How many deliveries a minute are made at most; `null` for no limit.',
  },
  enabled: { type: 'boolean', description: 'Whether the webhook is switched on. One that is off is sent no messages.' },
  disabled_at: { ...orNull(time), description: 'The time at which it was switched off; `null` while it is on.' },
  disabled_reason: {
    type: ['string', 'null'],
    description:
      'Why it is switched off: `manual` when a user did so, otherwise the reason of the service; `null` while it is on.',
  },
  failing_since: {
    ...orNull(time),
    description:
      'The time of the first failed delivery since the last success; `null` when the last delivery succeeded.',
  },
};

const secret = {
  ...text,
  description:
    'The secret that signs messages: `whsec_` and the base64 of its bytes (Standard Webhooks 1.0). No later answer shows it.',
};

const url: JsonSchema = {
  ...valueSchema(line({ required: true, maxLength: 2048 })),
  description:
    'The http or https address that messages are sent to. It must be on the public internet unless the operator allows private addresses.',
};

const accepted = {
  description: { ...orNull(valueSchema(line({ maxLength: 1000 }))), description: purpose },
  filter_types: {
    ...orNull(distinctEventTypes),
    description: 'The types of messages that are sent. An empty list, `null` or none means every type.',
  },
  rate_limit: {
    ...orNull({ type: 'integer', minimum: 1, maximum: 1200 }),
    description: 'How many deliveries a minute are made at most. `null` or none means no limit.',
  },
};

/** The schemas whose single responses have an `ETag`. */
export const webhookRecords = ['Webhook', 'WebhookMade'] as const;

/** The schemas of webhooks, the endpoints of messages. */
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = {
  WebhookEventType: { type: 'string', enum: eventTypes, description: eventTypesInWords },
  Webhook: described('An address that messages are sent to, without its secret.', webhook),
  WebhookMade: described('A webhook with its new secret.', { ...webhook, secret }),
  WebhookCreate: asked(
    'The fields of a new webhook.',
    webhook,
    {
      url,
      ...accepted,
      secret: {
        ...orNull({ ...text, maxLength: 255 }),
        description: 'A secret of your own: `whsec_` and 24 to 64 bytes in base64. Without it the service makes one.',
      },
    },
    ['url'],
  ),
  WebhookUpdate: asked('The fields of a webhook that change.', webhook, {
    url,
    ...accepted,
    enabled: {
      type: 'boolean',
      description:
        '`false` switches the webhook off. `true` switches it on and clears `disabled_at`, `disabled_reason` and `failing_since`.',
    },
  }),
};
