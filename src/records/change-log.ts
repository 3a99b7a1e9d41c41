import type { Change } from '../domain/rule.ts';
import { appending, type Part } from '../store/write.ts';
import type { Call } from './call.ts';
import type { ChangedFields } from './changed-fields.ts';

/** What was done, as histories and the audit log tell it. */
export interface Deed {
  /** What the log names as the resource: a plural, `api_tokens`, `account`. */
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly action: Change['action'];
  readonly fields: ChangedFields;
  /** The instant of the call unless given. */
  readonly at?: string;
}

/** Writes into the log of everything that was done; its rows are only ever added to. */
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
