import { changeActions, changeSources } from '../resources/choices.ts';
import { orNull } from './field-schema.ts';
import { closed, schemaReference } from './record-schemas.ts';
import type { JsonSchema } from './json-schema.ts';

const time: JsonSchema = { type: 'string', format: 'date-time' };
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
  WebhookMessage: closed({
    id: { type: 'string', pattern: '^msg_[0-9A-Za-z]{27}$' },
    event_type: { type: 'string' },
    event_id: { type: 'string', pattern: '^evt_[0-9A-Za-z]{27}$' },
    payload: closed({ id: { type: 'string' }, url: { type: 'string', format: 'uri' } }),
    timestamp: time,
  }),
};
