import { storedSizes } from '../../store/rows/stored-size.ts';
import {
  beginRows,
  type Chunk,
  lookAhead,
  type Bulk,
  type BulkRow,
  soughtExternalIds,
  itemOf,
  targetOf,
} from './bulk-rows.ts';
import { BulkLedger, judgeRows } from './bulk-ledger.ts';
import type { PreparedBulk } from './bulk-chunks.ts';
import { bulkKind } from './bulk-commits.ts';
import type { BulkResults } from './bulk-result.ts';
import type { Queryable } from '../../database/engine.ts';
import type { RequestContext } from '../request-context.ts';
import { type ChunkLimits, chunksOf } from '../chunks.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import type { ChangeSession } from '../changing/change-set.ts';

/** Creates and updates records row by row. Each row builds on the rows before it, as with single calls of `change`. */
export const { inChunks: changeInBulk, within: changeInBulkWithin } = bulkKind(prepared);

/** Looks up the records of the rows and divides the rows into chunks. */
async function prepared(
  engine: Queryable,
  context: RequestContext,
  { resource, rows }: Bulk,
  limits: ChunkLimits,
): Promise<PreparedBulk<Chunk>> {
  const looked: Chunk[] = [];
  for (const some of chunksOf(rows, ({ length }) => length, { limits })) {
    looked.push(await lookAhead(engine, context, { resource, rows: some }));
  }
  const targets = looked.flatMap(targetsOf);
  const sizes = await storedSizes(engine, resource, context.actor.accountId, targets.filter(isId));
  return {
    chunks: looked.flatMap((chunk) => chunksAsKept(chunk, sizes, limits)),
    work: { resource, key: resource.plural, sizes, lock: 'no key update', targetsOf, begin: beginRows, draftsOf },
  };
}

const targetsOf = ({ rows, holders }: Chunk): (string | null)[] => rows.map((row) => targetOf(row, holders));

/** Splits a chunk further if its rows are short but the records that they change are long. */
function chunksAsKept(chunk: Chunk, lengths: ReadonlyMap<string, number>, limits: ChunkLimits): Chunk[] {
  const idOf = (row: BulkRow): string | null => targetOf(row, chunk.holders);
  const options = { records: { idOf, lengths }, limits };
  return chunksOf(chunk.rows, ({ length }) => length, options).map((rows) => ({ ...chunk, rows }));
}

/** Judges the rows of a chunk. @returns the drafts to write. */
async function draftsOf(session: ChangeSession, { rows, folded }: Chunk, results: BulkResults): Promise<Draft[]> {
  const ledger = new BulkLedger(session, folded);
  return await judgeRows(rows, {
    ledger,
    results,
    problemsIn: ({ problems, judgedAs }) => (problems.length > 0 ? [...problems, ...judgedAs('update').problems] : []),
    idOf: (row) => row.id ?? ledger.holderOf(soughtExternalIds(row)),
    draft: (row, id) => draftOf(ledger.sessionFor(id === null ? 'create' : 'update'), itemOf(row, id), ledger.made),
  });
}
