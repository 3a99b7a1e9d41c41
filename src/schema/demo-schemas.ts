import { demoProjects } from '../resources/vocabulary/reference-data.ts';
import { orNull } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { described } from './record-schemas.ts';

const instant: JsonSchema = { type: ['string', 'null'], format: 'date-time' };

/** The schemas of the sample data of an account. */
export const demoSchemas: Readonly<Record<string, JsonSchema>> = {
  Demo: described('How far the sample data of the account is.', {
    status: {
      type: 'string',
      enum: ['none', 'running', 'complete', 'failed'],
      description: 'How far the sample data is; `none` if nobody has asked for it over the API.',
    },
    done: { type: 'integer', description: 'How many of its changes are made.' },
    total: { type: ['integer', 'null'], description: 'How many changes it has; `null` until they are planned.' },
    started_at: { ...instant, description: 'The time of the request for it.' },
    finished_at: { ...instant, description: 'The time at which it was complete, or failed.' },
    problem: { type: ['string', 'null'], description: 'The reason of a failure.' },
  }),
  DemoCreate: {
    type: 'object',
    description: 'The sample data to fill the account with.',
    properties: {
      projects: {
        ...orNull({ type: 'integer', minimum: demoProjects.smallest, maximum: demoProjects.largest }),
        description: `The number of projects; all other numbers are in proportion. The default is ${demoProjects.usual}.`,
      },
      seed: {
        ...orNull({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        description: 'Another number makes another firm. The default is 1.',
      },
    },
    additionalProperties: false,
  },
};
