import type { Problem } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { beginKeyedSession } from '../changing/change-session.ts';
import type { ChangeSession } from '../changing/change-set.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { type ChunkLimits, chunksOf } from '../chunks.ts';
import type { Queryable } from '../../database/engine.ts';
import type { KeyedContext, RequestContext } from '../request-context.ts';
import type { PreparedBulk } from './bulk-chunks.ts';
import { bulkKind } from './bulk-commits.ts';
import { BulkLedger, foldedIds, judgeRows } from './bulk-ledger.ts';
import type { BulkResults } from './bulk-result.ts';

/** One id of a bulk request. */
export interface IdRow {
  /** Its JSON pointer in the body: `/ids/3`. */
  readonly pointer: string;
  /** As given; `null` if it has problems. */
  readonly id: string | null;
  readonly problems: readonly Problem[];
}

/** The ids of records to delete or to restore. */
export interface IdBulk {
  readonly resource: Resource;
  readonly action: 'delete' | 'restore';
  readonly rows: readonly IdRow[];
}

/** Deletes or restores records one by one, as single calls of `change` do. */
export const { inChunks: changeByIds, within: changeByIdsWithin } = bulkKind(prepared);

/** Divides the ids into chunks by the size of their records. */
async function prepared(
  engine: Queryable,
  { actor }: RequestContext,
  bulk: IdBulk,
  limits: ChunkLimits,
): Promise<PreparedBulk<IdBulk>> {
  const { resource, rows } = bulk;
  const sizes = await storedSizes(engine, resource, actor.accountId, rows.map(({ id }) => id).filter(isId));
  const records = { idOf: ({ id }: IdRow) => id, lengths: sizes };
  const options = { records, limits };
  const chunks = chunksOf(rows, ({ pointer }) => pointer.length, options).map((some) => ({ ...bulk, rows: some }));
  return { chunks, work: { resource, key: 'ids', sizes, lock: 'update', targetsOf, begin, draftsOf } };
}

const targetsOf = ({ rows }: IdBulk): (string | null)[] => rows.map(({ id }) => id);

const itemOf = ({ pointer, id }: IdRow) => ({ pointer, id, input: {}, problems: [] });

const begin = (transaction: Queryable, context: KeyedContext, { resource, action, rows }: IdBulk) =>
  beginKeyedSession(transaction, context, { resource, action, items: rows.map(itemOf) });

/** Judges the rows of a chunk. @returns the drafts to write. */
async function draftsOf(session: ChangeSession, { action, rows }: IdBulk, results: BulkResults): Promise<Draft[]> {
  // A restored record takes its external id again.
  const taken =
    action === 'restore' ? [...session.prefetched.rows.values()].map((row) => row['external_id'] ?? null) : [];
  const ledger = new BulkLedger(session, await foldedIds(session, taken));
  return await judgeRows(rows, {
    ledger,
    results,
    problemsIn: ({ problems }) => problems,
    idOf: ({ id }) => id,
    draft: (row) => draftOf(ledger.sessionFor(action), itemOf(row), 0),
  });
}
