import type { Queryable } from '../../database/engine.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { historySizes } from '../../store/log/changes.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { type ChunkLimits, chunksOf } from '../chunks.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import type { ChangeOutcome } from '../results.ts';
import { changeChunksWithin, type PreparedBulk, type Results } from './bulk-chunks.ts';
import { commitInChunks } from './bulk-commits.ts';
import type { ReversionBulk, ReversionChunk, ReversionRow } from './chunk.ts';

/** Sets records back one by one, as `revertRecord` does, each chunk in its own transaction. */
export const revertInBulk = (context: ChangeContext<Results>, bulk: ReversionBulk): Promise<ChangeOutcome<Results>> =>
  commitInChunks(context, bulk, prepared);

/** Like `revertInBulk`, in an open transaction and without an idempotency key. */
export const revertInBulkWithin = (
  transaction: Queryable,
  context: RequestContext,
  bulk: ReversionBulk,
): Promise<Results> => changeChunksWithin(transaction, context, bulk, prepared);

/** Divides the rows into chunks by the sizes of their records and of the history that the reversion reads. */
async function prepared(
  engine: Queryable,
  { actor: { accountId } }: RequestContext,
  bulk: ReversionBulk,
  limits: ChunkLimits,
): Promise<PreparedBulk> {
  const { resource, rows } = bulk;
  const ranges = rows.flatMap(({ id, version, until }) => (isId(id) ? [{ id, version, until }] : []));
  const past = await historySizes(engine, { accountId, resource }, ranges);
  const ids = ranges.map(({ id }) => id);
  const sizes = await storedSizes(engine, resource, accountId, ids);
  const records = { idOf: ({ id }: ReversionRow) => id, lengths: sizes };
  const chunks = chunksOf(rows, ({ id }) => past.get(id ?? '') ?? 0, { records, limits });
  return {
    chunks: chunks.map((some): ReversionChunk => ({ kind: 'reversions', ...bulk, rows: some })),
    resource,
    key: 'reversions',
    sizes,
    lock: 'no key update',
  };
}
