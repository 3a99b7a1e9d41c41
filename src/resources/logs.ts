import { changeActions, changeSources } from './vocabulary/choices.ts';
import { choice, dateTime, type Field, reference, text } from './fields.ts';
import { type Comparison, type ListField, listField } from './list-fields.ts';
import type { Resource } from './resource.ts';

/** An append-only log of the account. */
export interface AccountLog {
  /** Only the name of the log, which has its own operations and no others. */
  readonly resource: Resource;
  /** The fields that filter the log, by the names in its entries. */
  readonly fields: ReadonlyMap<string, ListField>;
}

/** A field that filters such a list, and its column. */
export const listedField = (
  name: string,
  column: string,
  field: Field,
  comparison: Comparison,
): [string, ListField] => [name, listField({ name, column, field, comparison, nullable: false })];

/** A list of entries that are no records. */
export const listOfEntries = (singular: string, plural: string, fields: [string, ListField][]): AccountLog => ({
  resource: { singular, plural, kept: 'table', fields: {}, embedded: [] },
  fields: new Map(fields),
});

/** The messages that webhooks receive. */
export const messageLog = listOfEntries('webhook_message', 'webhook_messages', [
  listedField('event_type', 'event_type', text(), 'text'),
  listedField('timestamp', 'at', dateTime(), 'ordered'),
  listedField('payload.id', 'record_id', reference('projects'), 'id'),
]);

/** The audit log: each change with its user. */
export const auditLog = listOfEntries('change', 'changes', [
  listedField('at', 'at', dateTime(), 'ordered'),
  listedField('action', 'action', choice(changeActions), 'plain'),
  listedField('resource', 'resource', text(), 'text'),
  listedField('record_id', 'record_id', reference('projects'), 'id'),
  listedField('user_id', 'user_id', reference('users'), 'id'),
  listedField('source', 'source', choice(changeSources), 'plain'),
]);
