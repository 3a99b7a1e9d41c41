import type { Queryable } from '../../database/engine.ts';
import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { lockRecords } from '../../store/write/lock-records.ts';
import type { WriteStatement } from '../../store/write/write.ts';
import { mostComparisons } from '../../suggestion.ts';
import type { ChangeSession } from '../changing/change-set.ts';
import type { Draft } from '../changing/draft.ts';
import { storeAnswerStatements } from '../changing/write-plan.ts';
import type { KeyedContext, RequestContext } from '../request-context.ts';
import { done, type Outcome, type Replayed } from '../results.ts';
import { ChunkPipeline } from './chunk-pipeline.ts';
import { type BulkResult, BulkResults } from './bulk-result.ts';

/** How a bulk changes the records of a chunk. */
export interface ChunkSteps<Chunk> {
  /** Prepares a chunk, or returns the stored answer if the idempotency key was used before. */
  readonly begin: (transaction: Queryable, context: KeyedContext, chunk: Chunk) => Promise<ChangeSession | Replayed>;
  /** Judges the rows of a chunk and enters their results. @returns the drafts to write. */
  readonly draftsOf: (session: ChangeSession, chunk: Chunk, results: BulkResults) => Promise<Draft[]>;
  readonly write: (
    session: ChangeSession,
    drafts: readonly Draft[],
    answer: readonly WriteStatement[],
  ) => Promise<void>;
  /** Whether no row of one chunk changes what the other chunk reads. Without it, no two chunks are independent. */
  readonly areIndependent?: (one: Chunk, other: Chunk) => boolean;
}

/** The work of a bulk request. */
interface BulkWork<Chunk> extends ChunkSteps<Chunk> {
  readonly resource: Resource;
  /** The key of the rows in the body. */
  readonly key: string;
  /** The total length of each record as stored, by id. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly lock: 'update' | 'no key update';
  /** The ids of the records that the rows of a chunk change; null for each that is created. */
  readonly targetsOf: (chunk: Chunk) => readonly (string | null)[];
}

/** Changes the records of all chunks in order. An independent chunk begins while the one before is written. */
export async function changeChunks<Chunk>(
  transaction: Queryable,
  context: KeyedContext<readonly BulkResult[]>,
  chunks: readonly Chunk[],
  work: BulkWork<Chunk>,
): Promise<Outcome<readonly BulkResult[]>> {
  refuseTooLong(chunks, work);
  if (chunks.length > 1) await lockTargets(transaction, context, chunks, work);
  const results = new BulkResults();
  // The idempotency key covers all chunks: the first chunk looks it up, the last one stores it.
  const { idempotency: _, ...bare } = { ...context, comparisons: { left: mostComparisons } };
  let current: KeyedContext = { ...context, comparisons: bare.comparisons };
  const pipeline = new ChunkPipeline<ChangeSession | Replayed>();
  for (const [index, chunk] of chunks.entries()) {
    const session = await pipeline.begun(() => work.begin(transaction, current, chunk));
    if ('kind' in session) return session;
    current = { ...bare, directory: session.directory };
    const drafts = await work.draftsOf(session, chunk, results);
    const next = chunks[index + 1];
    const answer = !next && results.changed > 0 ? storeAnswerStatements(context, results.rows) : [];
    await pipeline.written();
    if (next && work.areIndependent?.(chunk, next)) pipeline.beginEarly(() => work.begin(transaction, current, next));
    if (drafts.length + answer.length > 0) {
      pipeline.write(() => work.write({ ...session, context: current }, drafts, answer));
    }
  }
  await pipeline.written();
  return done(results.rows);
}

/** The limit of bytes that a bulk rewrites. A record counts once for each chunk that changes it. */
const mostRewritten = 64 * 2 ** 20;

function refuseTooLong<Chunk>(chunks: readonly Chunk[], { key, sizes, targetsOf }: BulkWork<Chunk>): void {
  const bytes = chunks
    .flatMap((chunk) => [...new Set(targetsOf(chunk))])
    .reduce((sum, id) => sum + (sizes.get(id ?? '') ?? 0), 0);
  if (bytes <= mostRewritten) return;
  const message = `would rewrite more than ${mostRewritten / 2 ** 20} MiB of records; send the rows in several requests`;
  throw new Refusal('validation_failed', 'The rows change too much for one request; nothing was changed.', {
    problems: [{ pointer: `/${key}`, code: 'too_many', message }],
  });
}

/** Locks the records of all chunks in one order, so that two bulks lock the same records in the same order. */
const lockTargets = <Chunk>(
  transaction: Queryable,
  { actor }: RequestContext,
  chunks: readonly Chunk[],
  { resource, lock, targetsOf }: BulkWork<Chunk>,
): Promise<void> =>
  lockRecords(
    transaction,
    resource,
    { accountId: actor.accountId, ids: chunks.flatMap(targetsOf).filter((id) => id !== null) },
    lock,
  );
