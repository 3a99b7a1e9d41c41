import { resources } from './index.ts';

/** The event types in addition to `<resource>.<action>`. */
export const furtherEventTypes = [
  'project.stage_change',
  'project.won',
  'project.lost',
  'lead.archive',
  'lead.snooze',
  'lead.convert',
  'task.complete',
  'import.complete',
] as const;

export type FurtherEventType = (typeof furtherEventTypes)[number];

/** The type of the message that tests an endpoint. It reports no change and goes to that endpoint alone. */
export const testEventType = 'webhook.test';

/** The data that messages can contain besides the event, on request. */
export const messageIncludes = ['record'] as const;

/** The description of the event types in the OpenAPI document. */
export const eventTypesInWords = 'The type of a message: the kind of record and the event.';

/** Every type of a message about a change. */
export const eventTypes: readonly string[] = [
  ...resources
    .filter(({ announced }) => announced)
    .flatMap(({ singular }) => ['create', 'update', 'delete', 'restore'].map((action) => `${singular}.${action}`)),
  ...furtherEventTypes,
];
