import type { Change } from '../../domain/rule.ts';
import { appending, type Part } from '../../store/write/write.ts';
import type { Call } from '../call.ts';
import type { ChangedFields } from './changed-fields.ts';

/** One change, as histories and the audit log show it. */
export interface Deed {
  /** The name of the resource in the log: a plural, `api_tokens`, `account`. */
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly action: Change['action'];
  readonly fields: ChangedFields;
  /** Defaults to the instant of the call. */
  readonly at?: string;
}

/** Appends to the log of all changes. The service never changes its rows. */
export function logPart({ actor, source, requestId, ...call }: Call, deeds: readonly Deed[]): Part {
  const rows = deeds.map(({ id, at = call.at.toISOString(), ...deed }) => ({
    ...deed,
    at,
    record_id: id,
    user_id: actor.userId,
    via_user_id: actor.viaUserId,
    source,
    request_id: requestId,
  }));
  return append(rows);
}

const append = appending('changes', {
  at: 'timestamptz',
  resource: 'text',
  record_id: 'bigint',
  version: 'integer',
  action: 'text',
  user_id: 'bigint',
  via_user_id: 'bigint',
  source: 'text',
  request_id: 'text',
  fields: 'jsonb',
});
