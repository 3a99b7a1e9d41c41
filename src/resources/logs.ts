import { changeActions, changeSources } from './choices.ts';
import { choice, dateTime, type Field, reference, text } from './fields.ts';
import type { Comparison, ListField } from './list-fields.ts';
import type { Resource } from './resource.ts';

/** A log of the account: rows that are only ever added to. */
export interface Log {
  /** Its name and nothing else: it has no operations but its own. */
  readonly resource: Resource;
  /** What it is filtered by, under the names that it shows. */
  readonly fields: ReadonlyMap<string, ListField>;
}

const listed = (name: string, column: string, field: Field, comparison: Comparison): [string, ListField] => [
  name,
  { name, column, field, comparison, nullable: false },
];

const log = (singular: string, plural: string, fields: [string, ListField][]): Log => ({
  resource: { singular, plural, kept: 'table', fields: {}, embedded: [] },
  fields: new Map(fields),
});

/** What happened, as webhooks are told it. */
export const messageLog = log('webhook_message', 'webhook_messages', [
  listed('event_type', 'event_type', text(), 'text'),
  listed('timestamp', 'at', dateTime(), 'ordered'),
  listed('payload.id', 'record_id', reference('projects'), 'id'),
]);

/** Who did what. */
export const auditLog = log('change', 'changes', [
  listed('at', 'at', dateTime(), 'ordered'),
  listed('action', 'action', choice(changeActions), 'plain'),
  listed('resource', 'resource', text(), 'text'),
  listed('record_id', 'record_id', reference('projects'), 'id'),
  listed('user_id', 'user_id', reference('users'), 'id'),
  listed('source', 'source', choice(changeSources), 'plain'),
]);
