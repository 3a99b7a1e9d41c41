import { timelineFamilies, timelineTypes } from '../resources/timeline.ts';
import { closed, described, instant, type JsonSchema, text, textOrNull } from './json-schema.ts';
import { loggedFields } from './log-schemas.ts';
import { schemaReference } from './record-schemas.ts';
import { orNull } from './field-schema.ts';

const stage = schemaReference('ProjectStageEmbedded');

const shownAs = (name: string, what: string): JsonSchema => ({ ...schemaReference(name), description: what });

/** The schema of the entries of timelines. Each has the key of its source. */
export const timelineSchemas: Record<string, JsonSchema> = {
  TimelineEntry: described(
    'An entry of a timeline. It has one of the keys `note`, `call`, `file`, `task`, `stage_change` and `change`.',
    {
      id: { ...text, description: 'The type and the id of the entry, such as `meeting-81`.' },
      type: { type: 'string', enum: timelineTypes, description: 'The type of the entry; of a note, its `kind`.' },
      at: {
        ...instant,
        description:
          'The time of the entry: `happened_at` of a note, `recorded_at` of a call, `created_at` of a file, ' +
          '`completed_at` of a task, or the time of the change.',
      },
      user: {
        ...orNull(schemaReference('UserEmbedded')),
        description:
          'The maker of a note, call or file, the assignee of a task, the user who made a change; `null` without one.',
      },
      about: {
        type: 'array',
        items: closed({
          resource: { type: 'string', enum: timelineFamilies, description: 'The kind of the record.' },
          id: { ...text, description: 'The id of the record.' },
          name: { ...textOrNull, description: 'Its name; of a contact without one, the e-mail address.' },
        }),
        description: 'The live records that the entry is about, without the one whose timeline it is.',
      },
      note: shownAs('Note', 'The note, if `type` is one of its kinds.'),
      call: shownAs('Call', 'The call, if `type` is `call`.'),
      file: shownAs('File', 'The file, if `type` is `file`.'),
      task: shownAs('Task', 'The task, if `type` is `task`.'),
      stage_change: {
        ...closed({
          from: { ...stage, description: 'The stage before the move.' },
          to: { ...stage, description: 'The stage after the move.' },
        }),
        description: 'The move, if `type` is `stage_change`.',
      },
      change: {
        ...closed({
          action: {
            type: 'string',
            enum: ['create', 'update'],
            description: 'The creation of the record, or a change.',
          },
          fields: { ...loggedFields, description: 'Each important field that changed, with its old and new value.' },
        }),
        description: 'The change, if `type` is `change`.',
      },
    },
    ['id', 'type', 'at', 'user', 'about'],
  ),
};
