import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { releaseExternalIds } from '../../store/write/external-ids.ts';
import { lockRecords } from '../../store/write/lock-records.ts';
import { type WriteStatement, write } from '../../store/write/write.ts';
import { mostComparisons } from '../../suggestion.ts';
import type { ChangeSession } from '../changing/change-set.ts';
import type { Draft } from '../changing/draft.ts';
import { writePlan } from '../changing/write-plan.ts';
import { type ChunkLimits, usualLimits } from '../chunks.ts';
import type { KeyedContext, RequestContext } from '../request-context.ts';
import type { ReplayedAnswer } from '../results.ts';
import { type BulkResult, BulkResults } from './bulk-result.ts';
import { beginChunk, holdersIn, targetsOf } from './begin-chunk.ts';
import type { Chunk } from './chunk.ts';
import { judgeChunk } from './judge-chunk.ts';

/** The rows of a bulk in chunks, with the sizes of their records. */
export interface PreparedBulk {
  readonly chunks: readonly Chunk[];
  readonly resource: Resource;
  /** The key of the rows in the body. */
  readonly key: string;
  /** The total length of each record as stored, by id. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly lock: 'update' | 'no key update';
}

/** Divides the rows of a bulk request into chunks by the sizes of their records. */
export type Prepare<Bulk> = (
  engine: Queryable,
  context: RequestContext,
  bulk: Bulk,
  limits: ChunkLimits,
) => Promise<PreparedBulk>;

/** The results of the rows, in order. */
export type Results = readonly BulkResult[];

/** A context with the comparisons that all chunks of a bulk share. */
export const sharingComparisons = <Context extends RequestContext>(context: Context): Context => ({
  ...context,
  comparisons: context.comparisons ?? { left: mostComparisons },
});

interface ChunkChange {
  readonly chunk: Chunk;
  /** Receives the results of the rows. */
  readonly results: BulkResults;
  /** The statements to write along, made after the rows are judged. */
  readonly more?: () => readonly WriteStatement[];
}

/** Changes the records of a chunk. @returns the directory that it was judged by, or the stored answer. */
export async function changeChunk(
  transaction: Queryable,
  context: KeyedContext,
  { chunk, results, more = () => [] }: ChunkChange,
): Promise<Directory | ReplayedAnswer> {
  const session = await beginChunk(transaction, context, chunk);
  if ('kind' in session) return session;
  const drafts = await judgeChunk(session, chunk, results);
  const along = more();
  if (drafts.length + along.length > 0) await writeDrafts(session, drafts, along);
  return session.directory;
}

/** If an external id moves from one record to another, the first releases it before the second takes it. */
async function writeDrafts(
  session: ChangeSession,
  drafts: readonly Draft[],
  more: readonly WriteStatement[],
): Promise<void> {
  const { transaction, context, changeSet, prefetched } = session;
  const { accountId } = context.actor;
  const holders = holdersIn(prefetched);
  const latest = new Map(drafts.map(({ row }) => [row.id, row['external_id']]));
  const outgoing = [...latest].flatMap(([id, externalId]) => {
    const holder = typeof externalId === 'string' ? holders.get(externalId) : undefined;
    return holder === undefined || holder === id ? [] : [holder];
  });
  if (outgoing.length > 0) await releaseExternalIds(transaction, changeSet.resource, accountId, outgoing);
  const statements = drafts.length > 0 ? await writePlan(session, drafts) : [];
  await write(transaction, accountId, [...statements, ...more]);
}

/** Changes the records of a bulk in order, in one open transaction. */
export async function changeChunksWithin<Bulk>(
  transaction: Queryable,
  context: RequestContext,
  bulk: Bulk,
  prepare: Prepare<Bulk>,
): Promise<Results> {
  const prepared = await prepare(transaction, context, bulk, usualLimits);
  const { chunks } = prepared;
  refuseTooLong(prepared);
  if (chunks.length > 1) await lockTargets(transaction, context, prepared);
  const results = new BulkResults();
  let current = sharingComparisons(context);
  for (const chunk of chunks) {
    const directory = await changeChunk(transaction, current, { chunk, results });
    if ('kind' in directory) throw new TypeError('a change without an idempotency key has no stored answer');
    current = { ...current, directory };
  }
  return results.rows;
}

/** The limit of bytes that a bulk rewrites. A record counts once for each chunk that changes it. */
const mostRewritten = 64 * 2 ** 20;

/**
 * @param doneBefore the number of rows that an earlier request with the key has done.
 * @throws {Refusal} `validation_failed` if the rows change too much.
 */
export function refuseTooLong({ chunks, key, sizes }: PreparedBulk, doneBefore = 0): void {
  const bytes = chunks
    .flatMap((chunk) => [...new Set(targetsOf(chunk))])
    .reduce((sum, id) => sum + (sizes.get(id ?? '') ?? 0), 0);
  if (bytes <= mostRewritten) return;
  const others = doneBefore === 0 ? 'nothing was changed' : `only the first ${doneBefore} rows are done`;
  const message = `would rewrite more than ${mostRewritten / 2 ** 20} MiB of records; send the rows in several requests`;
  throw new Refusal('validation_failed', `The rows change too much for one request; ${others}.`, {
    problems: [{ pointer: `/${key}`, code: 'too_many', message }],
  });
}

/** Locks the records of all chunks in one order, so that two transactions lock the same records in the same order. */
const lockTargets = (
  transaction: Queryable,
  { actor }: RequestContext,
  { chunks, resource, lock }: PreparedBulk,
): Promise<void> =>
  lockRecords(
    transaction,
    resource,
    { accountId: actor.accountId, ids: chunks.flatMap(targetsOf).filter((id) => id !== null) },
    lock,
  );
