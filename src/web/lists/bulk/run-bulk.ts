import type { Resource } from '../../../resources/resource.ts';
import type { Fields } from '../../data/target.ts';
import { withBidHour } from '../../pursuits/bid-hour.ts';
import { pathsIn, rememberedPaths } from './old-values.ts';
import { nameIn, readTargets, type Remembered } from './read-targets.ts';
import { type BulkRequest, type RowResult, sendRows } from './send-rows.ts';

/** The work of a bulk change on each record. */
export type Work =
  | { readonly kind: 'change'; readonly body: Fields /** After the count: `given to Jo`. */; readonly done: string }
  | { readonly kind: 'delete' };

/** A record whose change or deletion failed. */
export interface Failed {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** The result of a bulk change. */
export interface Outcome {
  /** The changed records, as they were before. */
  readonly changed: readonly Remembered[];
  readonly failed: readonly Failed[];
  /** The ids of the records that were not sent: the person stopped it, or an earlier part failed. */
  readonly unsent: readonly string[];
  readonly isStopped: boolean;
}

interface Running {
  readonly resource: Resource;
  readonly work: Work;
  readonly timeZone: string;
  /** Ends it before the next part. */
  readonly signal: AbortSignal;
  readonly onSent: (count: number) => void;
}

/** The places of the values that have to be read before the work. */
export const pathsOf = (work: Work): readonly string[] =>
  work.kind === 'delete' ? [] : rememberedPaths(pathsIn(work.body));

/** Changes or deletes records. @param records as they are before. */
export async function runBulk(
  records: readonly Remembered[],
  { resource, work, timeZone, signal, onSent }: Running,
): Promise<Outcome> {
  const rows = records.map((record) =>
    work.kind === 'delete' ? record.id : { id: record.id, ...withBidHour(work.body, record, timeZone) },
  );
  const results = await sendRows(requestOf(resource, work.kind), rows, { signal, onSent });
  const sent = records.slice(0, results.length);
  return {
    changed: sent.filter((_, index) => results[index]?.isChanged),
    failed: sent.flatMap((record, index) => failedOf(record, results[index])),
    unsent: records.slice(results.length).map(({ id }) => id),
    isStopped: signal.aborted,
  };
}

export const requestOf = ({ plural }: Resource, kind: Work['kind'] | 'restore'): BulkRequest =>
  kind === 'change'
    ? { path: `/${plural}/bulk`, key: plural, plural }
    : { path: `/${plural}/bulk/${kind}`, key: 'ids', plural };

const failedOf = (record: Remembered, result: RowResult | undefined): readonly Failed[] =>
  result?.reason === null || result === undefined
    ? []
    : [{ id: record.id, name: nameIn(record), reason: result.reason }];

/** Reads the values of changed records again, to know later whether somebody has changed them since. */
export const readAfter = (resource: Resource, records: readonly Remembered[], work: Work) =>
  readTargets({ ids: records.map(({ id }) => id) }, { resource, paths: pathsOf(work) });
