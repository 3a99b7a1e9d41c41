import { eventTypes, eventTypesInWords } from '../resources/events.ts';
import { text as line } from '../resources/fields.ts';
import { asked } from './access-schemas.ts';
import { orNull, valueSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { described, identity, schemaReference } from './record-schemas.ts';

const text: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };

const purpose = 'The purpose of the webhook, for people.';

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
  url: { ...text, description: 'The address that receives the messages.' },
  version: { type: 'integer', description: 'Increases with every change. The `ETag` contains it.' },
  description: { type: ['string', 'null'], description: purpose },
  filter_types: { ...types, description: 'The types of messages to send; an empty list means every type.' },
  rate_limit: {
    type: ['integer', 'null'],
    description: 'The maximum of deliveries a minute; `null` for no limit.',
  },
  enabled: {
    type: 'boolean',
    description: 'Whether the webhook is enabled. The service sends nothing to a disabled webhook.',
  },
  disabled_at: { ...orNull(time), description: 'The time at which it was disabled; `null` while it is enabled.' },
  disabled_reason: {
    type: ['string', 'null'],
    description:
      'Why it is disabled: `manual` if a user disabled it, otherwise the reason of the service; `null` while it is enabled.',
  },
  failing_since: {
    ...orNull(time),
    description: 'The time of the first failed delivery since the last success; `null` if the last delivery succeeded.',
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
    'The http or https address that receives the messages. It must be on the public internet unless the operator allows private addresses.',
};

const accepted = {
  description: { ...orNull(valueSchema(line({ maxLength: 1000 }))), description: purpose },
  filter_types: {
    ...orNull(distinctEventTypes),
    description: 'The types of messages to send. An empty list, `null` or an absent field means every type.',
  },
  rate_limit: {
    ...orNull({ type: 'integer', minimum: 1, maximum: 1200 }),
    description: 'The maximum of deliveries a minute. `null` or an absent field means no limit.',
  },
};

/** The schemas whose single responses have an `ETag`. */
export const webhookRecords = ['Webhook', 'WebhookMade'] as const;

/** The schemas of webhooks, the endpoints of messages. */
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = {
  WebhookEventType: { type: 'string', enum: eventTypes, description: eventTypesInWords },
  Webhook: described('A webhook, without its secret.', webhook),
  WebhookMade: described('A webhook with its new secret.', { ...webhook, secret }),
  WebhookCreate: asked(
    'The fields of a new webhook.',
    webhook,
    {
      url,
      ...accepted,
      secret: {
        ...orNull({ ...text, maxLength: 255 }),
        description:
          'A secret of your own: `whsec_` and 24 to 64 bytes in base64. By default the service generates one.',
      },
    },
    ['url'],
  ),
  WebhookUpdate: asked('The fields to change of a webhook.', webhook, {
    url,
    ...accepted,
    enabled: {
      type: 'boolean',
      description:
        '`false` disables the webhook. `true` enables it and clears `disabled_at`, `disabled_reason` and `failing_since`.',
    },
  }),
};
