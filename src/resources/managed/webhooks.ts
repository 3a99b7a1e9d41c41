import { eventTypes, messageIncludes } from '../events.ts';
import { boolean, choices, count, dateTime, text } from '../fields.ts';
import type { ShownObject } from '../record-types.ts';
import type { ManagedObject } from './managed-object.ts';

/** The endpoints that receive messages. */
export const webhooks = {
  singular: 'webhook',
  plural: 'webhooks',
  words: {
    shown: 'A webhook, without its secret.',
    made: 'A webhook with its new secret.',
    create: 'The fields of a new webhook.',
    update: 'The fields to change of a webhook.',
  },
  publicId: 'public_id',
  standing: ['deleted_at'],
  secret: { column: 'secret', type: 'text' },
  fields: {
    url: text({
      required: true,
      maxLength: 2048,
      description: 'The address that receives the messages.',
      asked:
        'The http or https address that receives the messages. It must be on the public internet unless the operator allows private addresses.',
    }),
    version: count({
      readOnly: true,
      filled: true,
      description: 'Increases with every change. The `ETag` contains it.',
    }),
    description: text({ maxLength: 1000, description: 'The purpose of the webhook, for people.' }),
    filter_types: choices(eventTypes, {
      description: 'The types of messages to send; an empty list means every type.',
      asked: 'The types of messages to send. An empty list, `null` or an absent field means every type.',
    }),
    rate_limit: count({
      minimum: 1,
      maximum: 1200,
      description: 'The maximum of deliveries a minute; `null` for no limit.',
      asked: 'The maximum of deliveries a minute. `null` or an absent field means no limit.',
    }),
    include: choices(messageIncludes, {
      description:
        'The data that messages contain besides the event. `record`: the record as it is when the message is sent, `null` if it ' +
        'is deleted, under the key `record`.',
      asked:
        'The data that messages contain besides the event: `["record"]`, or an empty list, `null` or an absent field for nothing.',
    }),
    enabled: boolean({
      derived: true,
      settable: true,
      description: 'Whether the webhook is enabled. The service sends nothing to a disabled webhook.',
      asked:
        '`false` disables the webhook. `true` enables it and clears `disabled_at`, `disabled_reason` and `failing_since`.',
    }),
    disabled_at: dateTime({
      readOnly: true,
      description: 'The time at which it was disabled; `null` while it is enabled.',
    }),
    disabled_reason: text({
      readOnly: true,
      description:
        'Why it is disabled: `manual` if a user disabled it, otherwise the reason of the service; `null` while it is enabled.',
    }),
    failing_since: dateTime({
      readOnly: true,
      description:
        'The time of the first failed delivery since the last success; `null` if the last delivery succeeded.',
    }),
    /** The time until which the previous secret signs as well. */
    old_secret_until: dateTime({ internal: true }),
    secret: text({
      secret: true,
      fixed: true,
      description:
        'The secret that signs messages: `whsec_` and the base64 of its bytes (Standard Webhooks 1.0). No later answer shows it.',
      asked: 'A secret of your own: `whsec_` and 24 to 64 bytes in base64. By default the service generates one.',
    }),
  },
} as const satisfies ManagedObject;

/** A webhook as the API shows it. */
export type Webhook = ShownObject<typeof webhooks>;
