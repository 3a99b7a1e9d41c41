import { changeActions, changeSources } from '../resources/vocabulary/choices.ts';
import { webhooks } from '../resources/managed/webhooks.ts';
import { longestTime, orNull, valueSchema } from './field-schema.ts';
import { schemaReference } from './record-schemas.ts';
import { described, type JsonSchema, instant, text, textOrNull } from './json-schema.ts';

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const user: JsonSchema = schemaReference('UserEmbedded');

/** The changed fields of a record. */
export const loggedFields: JsonSchema = {
  type: 'object',
  description: 'Each changed field by name, with its old and new value.',
  additionalProperties: described('The change of one field.', {
    from: { description: 'The value before the change; `null` if the field was empty.' },
    to: { description: 'The value after the change; `null` if the field is empty.' },
  }),
};

const pastChange: Record<string, JsonSchema> = {
  id: { ...text, description: 'The id of the change. Later changes have higher ids.' },
  at: { ...instant, description: 'The time of the change.' },
  action: { type: 'string', enum: changeActions, description: 'The kind of change.' },
  user: { ...user, description: 'The user who made the change.' },
  via: { anyOf: [user, { type: 'null' }], description: "The token's owner, if it acted for another user." },
  source: { type: 'string', enum: changeSources, description: 'The source of the change.' },
  request_id: {
    ...textOrNull,
    description: 'The `X-Request-Id` of the request that made the change; `null` if no request made it.',
  },
  fields: loggedFields,
};

const message: Record<string, JsonSchema> = {
  id: {
    type: 'string',
    pattern: '^msg_[0-9A-Za-z]{27}$',
    description: 'The id of the message, the same in every delivery of it. Ids sort by time.',
  },
  event_type: { ...text, description: 'The type of the event, such as `project.update`.' },
  event_id: {
    type: 'string',
    pattern: '^evt_[0-9A-Za-z]{27}$',
    description: 'The id of the event that the message reports. Ids sort by time.',
  },
  payload: described(
    'The record that the message is about.',
    {
      id: { ...text, description: 'The id of the record.' },
      url: { type: 'string', format: 'uri', description: 'The URL of the record in the API.' },
      external_id: {
        ...textOrNull,
        description:
          'The `external_id` of the record as it is when the message is read or sent; `null` if it is empty. Only of ' +
          'families that have one.',
      },
    },
    ['id', 'url'],
  ),
  timestamp: { ...instant, description: 'The time of the event.' },
};

/** A message as `/events` streams it. It is no component, because linters do not see what streams refer to. */
export const eventSchema: JsonSchema = {
  ...described('A message as `/events` streams it: `include=user` adds who made the change.', message),
  properties: {
    ...message,
    user: {
      ...orNull(user),
      description: 'The user who made the change; `null` if the service has not stored it. Only with `include=user`.',
    },
    record: {
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'The record as it is when the event is sent, as its own path shows it; `null` if it is deleted. Only with ' +
        '`include=record`.',
    },
    version: {
      type: ['integer', 'null'],
      description: 'The version of the record after the change, as its `ETag`. Only with `include=user`.',
    },
  },
};

/** The schemas of the logs of an account and of its records. */
export const logSchemas: Record<string, JsonSchema> = {
  StageChange: described('A move of a project from one stage to another.', {
    id: { ...text, description: 'The id of the move.' },
    from: {
      ...orNull(schemaReference('ProjectStageEmbedded')),
      description: 'The stage before the move; `null` for the first stage of a project.',
    },
    to: { ...schemaReference('ProjectStageEmbedded'), description: 'The stage after the move.' },
    at: { ...instant, description: 'The time of the move.' },
    by: { ...orNull(user), description: 'The user who moved the project.' },
  }),
  Change: described('A change of a record, as its history shows it.', pastChange),
  AuditedChange: described('A change of any record, as the audit log shows it.', {
    ...pastChange,
    resource: { ...text, description: 'The kind of the record, by the name of its list: `projects`.' },
    record_id: { ...text, description: 'The id of the record.' },
  }),
  WebhookMessage: described('Reports an event of a record.', message),
  WebhookMessageRead: {
    ...described('A message as reads return it: `include=attempts` adds its delivery attempts.', message),
    properties: {
      ...message,
      attempts: {
        type: 'array',
        items: schemaReference('WebhookAttempt'),
        description: 'Each attempt to deliver the message, oldest first. Only with `include=attempts`.',
      },
    },
  },
  WebhookMessageReplay: described('The replay of a message.', {
    webhook_message: schemaReference('WebhookMessage'),
    webhook_ids: { type: 'array', items: uuid, description: 'The ids of the webhooks to which the service sends it.' },
  }),
  WebhookReplayRequest: described(
    'The messages to send to a webhook again.',
    {
      since: { ...instant, maxLength: longestTime, description: 'The time of the earliest message to send.' },
      until: {
        ...orNull({ ...instant, maxLength: longestTime }),
        description: 'The time of the latest message to send, inclusive. The default is now.',
      },
      event_types: {
        ...orNull(valueSchema(webhooks.fields.filter_types)),
        description: 'Only messages of these types. The default is every type that the webhook takes.',
      },
    },
    ['since'],
  ),
  WebhookReplay: described('The replay of the messages of a period to a webhook.', {
    webhook_id: { ...uuid, description: 'The id of the webhook.' },
    since: { ...instant, description: 'The time of the earliest message to send.' },
    until: { ...instant, description: 'The time of the latest message to send, inclusive.' },
    event_types: {
      type: 'array',
      items: text,
      description: 'The requested types; an empty list means every type that the webhook takes.',
    },
  }),
  WebhookAttempt: described('One attempt to deliver a message to a webhook.', {
    id: { ...text, description: 'The id of the attempt.' },
    webhook_id: { ...uuid, description: 'The id of the webhook.' },
    attempted_at: { ...instant, description: 'The time at which the attempt began.' },
    status: {
      type: ['integer', 'null'],
      description: "The HTTP status of the receiver's answer; `null` if there was no answer.",
    },
    duration_ms: { type: 'integer', description: 'How long the attempt took, in milliseconds.' },
    error: {
      ...textOrNull,
      description:
        'The reason for a missing or incomplete answer, such as `timeout` or `unsafe_address`; `null` if it was complete.',
    },
    response: {
      ...textOrNull,
      description: "The first 1 KiB of the body of the receiver's answer; `null` if there was no answer.",
    },
  }),
};
