import { isId } from '../../resources/vocabulary/formats.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { type ChunkLimits, chunksOf } from '../chunks.ts';
import type { Queryable } from '../../database/engine.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import type { ChangeOutcome } from '../results.ts';
import { changeChunksWithin, type PreparedBulk, type Results } from './bulk-chunks.ts';
import { commitInChunks } from './bulk-commits.ts';
import type { IdBulk, IdChunk, IdRow } from './chunk.ts';

/** Deletes or restores records one by one, as single calls of `change` do, each chunk in its own transaction. */
export const changeByIds = (context: ChangeContext<Results>, bulk: IdBulk): Promise<ChangeOutcome<Results>> =>
  commitInChunks(context, bulk, prepared);

/** Like `changeByIds`, in an open transaction and without an idempotency key. */
export const changeByIdsWithin = (transaction: Queryable, context: RequestContext, bulk: IdBulk): Promise<Results> =>
  changeChunksWithin(transaction, context, bulk, prepared);

/** Divides the ids into chunks by the size of their records. */
async function prepared(
  engine: Queryable,
  { actor }: RequestContext,
  bulk: IdBulk,
  limits: ChunkLimits,
): Promise<PreparedBulk> {
  const { resource, rows } = bulk;
  const sizes = await storedSizes(engine, resource, actor.accountId, rows.map(({ id }) => id).filter(isId));
  const records = { idOf: ({ id }: IdRow) => id, lengths: sizes };
  const options = { records, limits };
  const chunks = chunksOf(rows, ({ pointer }) => pointer.length, options);
  return {
    chunks: chunks.map((some): IdChunk => ({ kind: 'ids', ...bulk, rows: some })),
    resource,
    key: 'ids',
    sizes,
    lock: 'update',
  };
}
