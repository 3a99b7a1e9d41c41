import type { Resource } from '../../../resources/resource.ts';
import type { Fields } from '../../data/target.ts';
import { withBidHour } from '../../pursuits/bid-hour.ts';
import { type BulkTarget, nameIn } from './read-targets.ts';
import { type BulkRequest, type BulkRowResult, sendRows } from './send-rows.ts';

/** The work of a bulk change on each record. */
export type Work =
  | {
      readonly kind: 'change';
      readonly body: Fields;
      /** The end of the sentence about the records: `given to Jo`. */
      readonly done: string;
    }
  | { readonly kind: 'delete' };

/** A record that a bulk has changed or deleted. */
export interface BulkChangedRecord extends Pick<BulkTarget, 'id' | 'name'> {
  /** The version that a change made; 0 after a deletion, whose undo needs none. */
  readonly version: number;
}

/** A record whose change or deletion failed. */
export interface FailedRecord {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** The result of a bulk change. */
export interface BulkOutcome {
  readonly changed: readonly BulkChangedRecord[];
  readonly failed: readonly FailedRecord[];
  /** The ids of the records that were not sent: the person stopped it, or an earlier part failed. */
  readonly unsent: readonly string[];
  readonly isStopped: boolean;
}

interface BulkRun {
  readonly resource: Resource;
  readonly work: Work;
  readonly timeZone: string;
  /** Ends it before the next part. */
  readonly signal: AbortSignal;
  readonly onSent: (count: number) => void;
}

/** The fields that are read before the work: a bid whose day changes keeps its hour, an archived lead its time. */
export const fieldsBefore = (work: Work): readonly string[] =>
  work.kind === 'delete' ? [] : Object.keys(work.body).flatMap((name) => keptFields[name] ?? []);

const keptFields: Readonly<Record<string, readonly string[]>> = {
  bid_due_date: ['bid_due_at', 'bid_due_at_includes_time'],
  archived_at: ['archived_at'],
};

/** The change of one record. A lead that is archived already stays so since its own time. */
function bodyOf(body: Fields, record: BulkTarget, timeZone: string): Fields {
  const { archived_at: before } = record;
  return { ...withBidHour(body, record, timeZone), ...(body['archived_at'] && before ? { archived_at: before } : {}) };
}

/** Changes or deletes records. @param records as they are before. */
export async function runBulk(
  records: readonly BulkTarget[],
  { resource, work, timeZone, signal, onSent }: BulkRun,
): Promise<BulkOutcome> {
  const rows = records.map((record) =>
    work.kind === 'delete' ? record.id : { id: record.id, ...bodyOf(work.body, record, timeZone) },
  );
  const results = await sendRows(requestOf(resource, work.kind), rows, { signal, onSent });
  const sent = records.slice(0, results.length);
  return {
    changed: sent.flatMap((record, index) => {
      const { isChanged = false, version } = results[index] ?? {};
      return isChanged ? [{ id: record.id, name: record.name ?? null, version: version ?? 0 }] : [];
    }),
    failed: failedOf(sent, results),
    unsent: records.slice(results.length).map(({ id }) => id),
    isStopped: signal.aborted,
  };
}

export const requestOf = ({ plural }: Resource, kind: Work['kind'] | 'restore'): BulkRequest =>
  kind === 'change'
    ? { path: `/${plural}/bulk`, query: { include: 'version' }, key: plural, plural }
    : { path: `/${plural}/bulk/${kind}`, key: 'ids', plural };

/** The records whose rows failed. @param results of the first records, in their order. */
export const failedOf = (
  records: readonly Pick<BulkTarget, 'id' | 'name'>[],
  results: readonly BulkRowResult[],
): readonly FailedRecord[] =>
  records.flatMap((record, index) => {
    const { reason = null } = results[index] ?? {};
    return reason === null ? [] : [{ id: record.id, name: nameIn(record), reason }];
  });
