import { resources } from './index.ts';

/** What is told besides `<resource>.<action>`, when it happens. */
export const furtherEventTypes = [
  'project.stage_change',
  'project.won',
  'project.lost',
  'lead.archive',
  'lead.snooze',
  'lead.convert',
  'task.complete',
] as const;

export type FurtherEventType = (typeof furtherEventTypes)[number];

/** The type of the message that tests an endpoint; it tells of no change, and goes to that endpoint alone. */
export const testEventType = 'webhook.test';

/** Every type of a message about a change. */
export const eventTypes: readonly string[] = [
  ...resources
    .filter(({ announced }) => announced)
    .flatMap(({ singular }) => ['create', 'update', 'delete', 'restore'].map((action) => `${singular}.${action}`)),
  ...furtherEventTypes,
];
