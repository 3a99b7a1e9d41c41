import { sendRecord } from './records.ts';
import type { Fields, RecordTarget } from './target.ts';

/** A record as the service answers it. */
export interface RecordAnswer {
  readonly record: Fields;
  readonly version: number;
}

/**
 * Takes back all changes of a record after a version, with all that the service changed along with them.
 * @param key the idempotency key. Without it, each call is a request of its own.
 * @throws {Refused} if somebody else has changed one of the fields that it would set back.
 */
export async function revert(target: RecordTarget, version: number, key?: string): Promise<RecordAnswer> {
  const request = { method: 'POST', action: 'revert', body: { revert: { version } }, key } as const;
  const { record, version: after } = await sendRecord(target, request);
  return { record, version: after ?? version };
}
