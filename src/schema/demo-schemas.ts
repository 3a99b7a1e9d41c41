import { demoProjects } from '../resources/vocabulary/reference-data.ts';
import { orNull } from './field-schema.ts';
import { described, type JsonSchema, instantOrNull, textOrNull } from './json-schema.ts';

/** The schemas of the sample data of an account. */
export const demoSchemas: Readonly<Record<string, JsonSchema>> = {
  Demo: described('How far the sample data of the account is, or its removal.', {
    status: {
      type: 'string',
      enum: ['none', 'running', 'complete', 'failed', 'removing', 'removed'],
      description: 'How far the sample data is; `none` if nobody has asked for it over the API.',
    },
    done: {
      type: 'integer',
      description: 'How many of its changes are made; of a removal, how many records are deleted.',
    },
    total: {
      type: ['integer', 'null'],
      description: 'How many changes it has, or records to delete; `null` until they are known.',
    },
    started_at: { ...instantOrNull, description: 'The time of the request for it.' },
    finished_at: { ...instantOrNull, description: 'The time at which it was complete, removed, or failed.' },
    problem: { ...textOrNull, description: 'The reason of a failure; of a removal, how many records it has left.' },
    records: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'The numbers of the records that it made so far, by family: `{"projects": 3000, …}`.',
    },
  }),
  DemoCreate: described(
    'The sample data to fill the account with.',
    {
      projects: {
        ...orNull({ type: 'integer', minimum: demoProjects.smallest, maximum: demoProjects.largest }),
        description: `The number of projects; all other numbers are in proportion. The default is ${demoProjects.usual}.`,
      },
      seed: {
        ...orNull({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        description: 'Another number makes another firm. The default is 1.',
      },
    },
    [],
  ),
};
