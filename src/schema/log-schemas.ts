import { changeActions, changeSources } from '../resources/choices.ts';
import { orNull } from './field-schema.ts';
import { closed, schemaReference } from './record-schemas.ts';
import type { JsonSchema } from './json-schema.ts';

const time: JsonSchema = { type: 'string', format: 'date-time' };
const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const user: JsonSchema = schemaReference('UserEmbedded');

const pastChange: Record<string, JsonSchema> = {
  id: { type: 'string' },
  at: time,
  action: { type: 'string', enum: changeActions },
  user,
  via: { anyOf: [user, { type: 'null' }], description: "The token's owner, when that is someone else than `user`." },
  source: { type: 'string', enum: changeSources },
  request_id: { type: ['string', 'null'] },
  fields: {
    type: 'object',
    description: 'Each changed field with what it was and what it became.',
    additionalProperties: closed({ from: {}, to: {} }),
  },
};

const message: Record<string, JsonSchema> = {
  id: { type: 'string', pattern: '^msg_[0-9A-Za-z]{27}$' },
  event_type: { type: 'string' },
  event_id: { type: 'string', pattern: '^evt_[0-9A-Za-z]{27}$' },
  payload: closed({ id: { type: 'string' }, url: { type: 'string', format: 'uri' } }),
  timestamp: time,
};

/** What the logs of an account and of its records answer. */
export const logSchemas: Record<string, JsonSchema> = {
  StageChange: closed({
    id: { type: 'string' },
    from: orNull(schemaReference('ProjectStageEmbedded')),
    to: schemaReference('ProjectStageEmbedded'),
    at: time,
    by: orNull(user),
  }),
  Change: closed(pastChange),
  AuditedChange: closed({ ...pastChange, resource: { type: 'string' }, record_id: { type: 'string' } }),
  WebhookMessage: closed(message),
  WebhookMessageRead: {
    ...closed(message),
    properties: { ...message, attempts: { type: 'array', items: schemaReference('WebhookAttempt') } },
  },
  WebhookMessageReplay: closed({
    webhook_message: schemaReference('WebhookMessage'),
    webhook_ids: { type: 'array', items: uuid, description: 'Of the webhooks to which it is sent.' },
  }),
  WebhookReplayRequest: {
    type: 'object',
    properties: {
      since: { ...time, description: 'From when on.' },
      until: { ...orNull(time), description: 'Until when, that instant included. None: until now.' },
      event_types: {
        ...orNull({ type: 'array', items: schemaReference('WebhookEventType'), uniqueItems: true }),
        description: 'Of these types only; none: of all that the webhook takes.',
      },
    },
    required: ['since'],
    additionalProperties: false,
  },
  WebhookReplay: closed({
    webhook_id: uuid,
    since: time,
    until: time,
    event_types: { type: 'array', items: { type: 'string' } },
  }),
  WebhookAttempt: closed({
    id: { type: 'string' },
    webhook_id: uuid,
    attempted_at: time,
    status: { type: ['integer', 'null'], description: 'Of the answer; `null` when there was none.' },
    duration_ms: { type: 'integer' },
    error: { type: ['string', 'null'], description: 'Why there is no whole answer: `timeout`, `unsafe_address` …' },
    response: { type: ['string', 'null'], description: 'The first 1 KiB of the answer.' },
  }),
};
