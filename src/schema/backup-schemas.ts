import type { JsonSchema } from './json-schema.ts';
import { described } from './record-schemas.ts';

/** The schemas of the state of the backups. */
export const backupSchemas: Readonly<Record<string, JsonSchema>> = {
  BackupStatus: described('The backups of the installation in their folder. They have all of its accounts.', {
    state: {
      type: 'string',
      enum: ['current', 'late', 'failing', 'none'],
      description:
        'Whether there is a recent backup. `late`: the last one is older than two intervals of the schedule, or than a ' +
        'week without a schedule. `failing`: the service could not make the last one that was due.',
    },
    last: {
      type: ['object', 'null'],
      description: 'The last backup.',
      properties: {
        made_at: { type: 'string', format: 'date-time', description: 'The time at which it was made.' },
        size: { type: 'integer', description: 'The bytes of the file.' },
        verified: {
          type: 'boolean',
          description: 'Whether it was restored into a scratch database, and every row compared.',
        },
      },
      required: ['made_at', 'size', 'verified'],
      additionalProperties: false,
    },
    count: { type: 'integer', description: 'The number of backups in the folder.' },
    every_hours: {
      type: ['integer', 'null'],
      description: 'After how many hours the service makes the next one; `null` if it makes none by itself.',
    },
    failures: { type: 'integer', description: 'How many backups of the service have failed since the last one.' },
    failed_at: { type: ['string', 'null'], format: 'date-time', description: 'The time of the last failure.' },
  }),
};
