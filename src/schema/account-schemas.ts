import { nameSchema } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { asked } from './managed-schemas.ts';
import { described, identity } from './record-schemas.ts';

const text: JsonSchema = { type: 'string' };

const timeZone = 'The time zone in which days begin and end: an IANA name such as `America/Chicago`.';
const currency = 'The currency of all amounts: an ISO 4217 code such as `USD`.';

const account = {
  ...identity,
  name: { ...text, description: 'The name of the firm.' },
  time_zone: { ...text, description: timeZone },
  currency: { ...text, description: currency },
};

/** The schemas of the account's settings. */
export const accountSchemas: Readonly<Record<string, JsonSchema>> = {
  Account: described('The account: the firm and its settings.', account),
  AccountUpdate: asked('The settings of the account that change.', Object.keys(account), {
    name: { ...nameSchema, description: 'The name of the firm.' },
    time_zone: { type: 'string', maxLength: 255, format: 'time-zone', description: timeZone },
    currency: { type: 'string', maxLength: 255, format: 'currency', description: currency },
  }),
};
