import type { Change, Values } from '../../domain/rule.ts';
import { changeStatement } from '../../store/log/changes.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import type { RequestContext } from '../request-context.ts';
import { addressParts } from '../../resources/fields.ts';
import { type Column, columnsOf, type Resource, type Row, type Value } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { isSame } from './input-columns.ts';

/** One change, as histories and the audit log show it. */
export interface AuditEntry {
  /** The name of the resource in the log: a plural, `api_tokens`, `account`. */
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly action: Change['action'];
  readonly fields: ChangedFields;
  /** Defaults to the instant of the request. */
  readonly at?: string;
}

/** The statement that logs changes. */
export function auditStatement(
  { actor, source, requestId, ...context }: RequestContext,
  entries: readonly AuditEntry[],
): WriteStatement {
  const rows = entries.map(({ id, at = context.at.toISOString(), ...entry }) => ({
    ...entry,
    at,
    record_id: id,
    user_id: actor.userId,
    via_user_id: actor.viaUserId,
    source,
    request_id: requestId,
  }));
  return changeStatement(rows);
}

/** The old and the new value of each changed field, by the field's request name. */
export type ChangedFields = Readonly<Record<string, { readonly from: Value; readonly to: Value }>>;

function customFieldChanges(
  before: Values,
  after: Values,
  directory: Directory,
): [string, { from: Value; to: Value }][] {
  const [from, to] = [before, after].map((values) => (values['custom_fields'] ?? {}) as Record<string, Value>);
  return [...directory.entries('custom_fields').values()].flatMap(
    (definition): [string, { from: Value; to: Value }][] => {
      const [old, now] = [from?.[definition.id] ?? null, to?.[definition.id] ?? null];
      return isSame(old, now) ? [] : [[`custom_fields.${definition.api_name}`, { from: old, to: now }]];
    },
  );
}

/** The name by which the history shows a column: `address.city`. */
export function wireName({ name, field, fieldName }: Column): string {
  const part = addressParts.find((known) => name === `${fieldName}_${known}`);
  return field.kind === 'address' && part ? `${fieldName}.${part}` : name;
}

/** The fields in which a record differs from its earlier state, without internal fields. */
export function changedFields(resource: Resource, before: Row, after: Values, directory: Directory): ChangedFields {
  return Object.fromEntries(
    columnsOf(resource).flatMap((column) => {
      if (column.field.internal) return [];
      if (column.field.kind === 'custom_fields') return customFieldChanges(before, after, directory);
      const [from, to] = [before[column.name] ?? null, after[column.name] ?? null];
      return isSame(from, to) ? [] : [[wireName(column), { from, to }]];
    }),
  );
}
