import { changeActions, changeSources } from '../resources/vocabulary/choices.ts';
import { longestTime, orNull } from './field-schema.ts';
import { described, schemaReference } from './record-schemas.ts';
import type { JsonSchema } from './json-schema.ts';
import { distinctEventTypes } from './webhook-schemas.ts';

const time: JsonSchema = { type: 'string', format: 'date-time' };
const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const user: JsonSchema = schemaReference('UserEmbedded');

const pastChange: Record<string, JsonSchema> = {
  id: { type: 'string', description: 'The id of the change. Later changes have higher ids.' },
  at: { ...time, description: 'The time of the change.' },
  action: { type: 'string', enum: changeActions, description: 'What was done to the record.' },
  user: { ...user, description: 'The user who acted.' },
  via: { anyOf: [user, { type: 'null' }], description: "The token's owner, when that is someone else than `user`." },
  source: { type: 'string', enum: changeSources, description: 'The way by which the change came.' },
  request_id: {
    type: ['string', 'null'],
    description: 'The `X-Request-Id` of the request that made the change; `null` when no request did.',
  },
  fields: {
    type: 'object',
    description: 'Each changed field by its name, with the value before and the value after.',
    additionalProperties: described('The change of one field.', {
      from: { description: 'The value before the change; `null` when the field was empty.' },
      to: { description: 'The value after the change; `null` when the field is empty.' },
    }),
  },
};

const message: Record<string, JsonSchema> = {
  id: {
    type: 'string',
    pattern: '^msg_[0-9A-Za-z]{27}$',
    description: 'The id of the message, the same in every delivery of it. Ids sort by time.',
  },
  event_type: { type: 'string', description: 'What happened, such as `project.update`.' },
  event_id: {
    type: 'string',
    pattern: '^evt_[0-9A-Za-z]{27}$',
    description: 'The id of the event that the message tells of. Ids sort by time.',
  },
  payload: described('The record that the message is about.', {
    id: { type: 'string', description: 'The id of the record.' },
    url: { type: 'string', format: 'uri', description: 'Where the API shows the record.' },
  }),
  timestamp: { ...time, description: 'The time of the event.' },
};

/** The schemas of the logs of an account and of its records. */
export const logSchemas: Record<string, JsonSchema> = {
  StageChange: described('A move of a project from one stage to another.', {
    id: { type: 'string', description: 'The id of the move.' },
    from: {
      ...orNull(schemaReference('ProjectStageEmbedded')),
      description: 'The stage before the move; `null` for the first stage of a project.',
    },
    to: { ...schemaReference('ProjectStageEmbedded'), description: 'The stage after the move.' },
    at: { ...time, description: 'The time of the move.' },
    by: { ...orNull(user), description: 'The user who moved the project.' },
  }),
  Change: described('A change of a record, as its history tells it.', pastChange),
  AuditedChange: described('A change of any record, as the audit log tells it.', {
    ...pastChange,
    resource: { type: 'string', description: 'The kind of the record, by the name of its list: `projects`.' },
    record_id: { type: 'string', description: 'The id of the record.' },
  }),
  WebhookMessage: described('Tells that something happened to a record.', message),
  WebhookMessageRead: {
    ...described('A message as reads show it: `include=attempts` adds its deliveries.', message),
    properties: {
      ...message,
      attempts: {
        type: 'array',
        items: schemaReference('WebhookAttempt'),
        description: 'Each attempt to deliver the message, the first one first. With `include=attempts` alone.',
      },
    },
  },
  WebhookMessageReplay: described('A message that is sent again.', {
    webhook_message: schemaReference('WebhookMessage'),
    webhook_ids: { type: 'array', items: uuid, description: 'The ids of the webhooks to which it is sent.' },
  }),
  WebhookReplayRequest: {
    type: 'object',
    description: 'Which messages a webhook is sent again.',
    properties: {
      since: { ...time, maxLength: longestTime, description: 'The time of the earliest message that is sent again.' },
      until: {
        ...orNull({ ...time, maxLength: longestTime }),
        description: 'The time of the latest message that is sent again, inclusive. Without it: now.',
      },
      event_types: {
        ...orNull(distinctEventTypes),
        description: 'Only messages of these types. Without it: of every type that the webhook takes.',
      },
    },
    required: ['since'],
    additionalProperties: false,
  },
  WebhookReplay: described('The messages that a webhook is sent again.', {
    webhook_id: { ...uuid, description: 'The id of the webhook.' },
    since: { ...time, description: 'The time of the earliest message that is sent again.' },
    until: { ...time, description: 'The time of the latest message that is sent again, inclusive.' },
    event_types: {
      type: 'array',
      items: { type: 'string' },
      description: 'The types asked for; an empty list means every type that the webhook takes.',
    },
  }),
  WebhookAttempt: described('One attempt to deliver a message to a webhook.', {
    id: { type: 'string', description: 'The id of the attempt.' },
    webhook_id: { ...uuid, description: 'The id of the webhook.' },
    attempted_at: { ...time, description: 'The time at which the attempt began.' },
    status: {
      type: ['integer', 'null'],
      description: 'The HTTP status that the receiver answered with; `null` when no answer came.',
    },
    duration_ms: { type: 'integer', description: 'How long the attempt took, in milliseconds.' },
    error: {
      type: ['string', 'null'],
      description: 'Why no whole answer came, such as `timeout` or `unsafe_address`; `null` when one did.',
    },
    response: {
      type: ['string', 'null'],
      description: 'The first 1 KiB of the body that the receiver answered with; `null` when no answer came.',
    },
  }),
};
