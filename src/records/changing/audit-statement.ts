import type { Change } from '../../domain/rule.ts';
import { changeStatement } from '../../store/log/changes.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import type { RequestContext } from '../request-context.ts';
import type { ChangedFields } from './changed-fields.ts';

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
