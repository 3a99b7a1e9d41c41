import { orNull } from './field-schema.ts';
import { closed, described, type JsonSchema, instant, instantOrNull, text } from './json-schema.ts';

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
    last: orNull(
      described('The last backup.', {
        made_at: { ...instant, description: 'The time at which it was made.' },
        size: { type: 'integer', description: 'The bytes of the file.' },
        verified: {
          type: 'boolean',
          description: 'Whether it was restored into a scratch database, and every row compared.',
        },
      }),
    ),
    count: { type: 'integer', description: 'The number of backups in the folder.' },
    unsound: {
      type: 'array',
      description: 'The files that are named like backups and count as none, newest first; at most ten.',
      items: closed({
        file: { ...text, description: 'The name of the file.' },
        reason: {
          type: 'string',
          enum: ['future', 'damaged', 'unreadable'],
          description:
            '`future`: it tells a later time than now. `damaged`: it is cut off, or has no manifest of the time that it ' +
            'tells. `unreadable`: the service may not read it.',
        },
      }),
    },
    every_hours: {
      type: ['integer', 'null'],
      description: 'After how many hours the service makes the next one; `null` if it makes none by itself.',
    },
    failures: { type: 'integer', description: 'How many backups of the service have failed since the last one.' },
    failed_at: { ...instantOrNull, description: 'The time of the last failure.' },
  }),
};
