import { isId } from '../../resources/vocabulary/formats.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import type { Queryable } from '../../database/engine.ts';
import { type ChunkLimits, chunksOf } from '../chunks.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import type { ChangeOutcome } from '../results.ts';
import { changeChunksWithin, type PreparedBulk, type Results } from './bulk-chunks.ts';
import { commitInChunks } from './bulk-commits.ts';
import { type Bulk, type BulkRow, lookAhead, type RowChunk, targetOf } from './bulk-rows.ts';

/**
 * Creates and updates records row by row, each chunk in its own transaction. Each row builds on the rows before it, as
 * with single calls of `change`.
 */
export const changeInBulk = (context: ChangeContext<Results>, bulk: Bulk): Promise<ChangeOutcome<Results>> =>
  commitInChunks(context, bulk, prepared);

/** Like `changeInBulk`, in an open transaction and without an idempotency key. */
export const changeInBulkWithin = (transaction: Queryable, context: RequestContext, bulk: Bulk): Promise<Results> =>
  changeChunksWithin(transaction, context, bulk, prepared);

/** Looks up the records of the rows and divides the rows into chunks. */
async function prepared(
  engine: Queryable,
  context: RequestContext,
  { resource, rows }: Bulk,
  limits: ChunkLimits,
): Promise<PreparedBulk> {
  const looked: RowChunk[] = [];
  for (const some of chunksOf(rows, ({ length }) => length, { limits })) {
    looked.push(await lookAhead(engine, context, { resource, rows: some }));
  }
  const targets = looked.flatMap(({ rows: some, holders }) => some.map((row) => targetOf(row, holders)));
  const sizes = await storedSizes(engine, resource, context.actor.accountId, targets.filter(isId));
  const chunks = looked.flatMap((chunk) => chunksAsKept(chunk, sizes, limits));
  return { chunks, resource, key: resource.plural, sizes, lock: 'no key update' };
}

/** Splits a chunk further if its rows are short but the records that they change are long. */
function chunksAsKept(chunk: RowChunk, lengths: ReadonlyMap<string, number>, limits: ChunkLimits): RowChunk[] {
  const idOf = (row: BulkRow): string | null => targetOf(row, chunk.holders);
  const options = { records: { idOf, lengths }, limits };
  return chunksOf(chunk.rows, ({ length }) => length, options).map((rows) => ({ ...chunk, rows }));
}
