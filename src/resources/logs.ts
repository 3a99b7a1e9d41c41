import { changeActions, changeSources } from './vocabulary/choices.ts';
import { choice, dateTime, type Field, reference, text } from './fields.ts';
import type { Comparison, ListField } from './list-fields.ts';
import type { Resource } from './resource.ts';

/** An append-only log of the account. */
export interface Log {
  /** Only the name of the log, which has its own operations and no others. */
  readonly resource: Resource;
  /** The fields that filter the log, by the names in its entries. */
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

/** The messages that webhooks receive. */
export const messageLog = log('webhook_message', 'webhook_messages', [
  listed('event_type', 'event_type', text(), 'text'),
  listed('timestamp', 'at', dateTime(), 'ordered'),
  listed('payload.id', 'record_id', reference('projects'), 'id'),
]);

/** The audit log: each change with its user. */
export const auditLog = log('change', 'changes', [
  listed('at', 'at', dateTime(), 'ordered'),
  listed('action', 'action', choice(changeActions), 'plain'),
  listed('resource', 'resource', text(), 'text'),
  listed('record_id', 'record_id', reference('projects'), 'id'),
  listed('user_id', 'user_id', reference('users'), 'id'),
  listed('source', 'source', choice(changeSources), 'plain'),
]);
