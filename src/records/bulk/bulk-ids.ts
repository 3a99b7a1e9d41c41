import type { Problem } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { findExternalIds } from '../../store/write/external-ids.ts';
import { write } from '../../store/write/write.ts';
import { storedSizes } from '../../store/rows/stored-size.ts';
import { beginKeyedSession } from '../changing/change-session.ts';
import { runChange } from '../changing/change.ts';
import type { ChangeSession } from '../changing/change-set.ts';
import { type Draft, draftOf } from '../changing/draft.ts';
import { writePlan } from '../changing/write-plan.ts';
import { chunksOf } from '../chunks.ts';
import type { Queryable } from '../../database/engine.ts';
import type { ChangeContext, RequestContext } from '../request-context.ts';
import { type Outcome, valueOf } from '../results.ts';
import { inTurns } from '../turns.ts';
import { changeChunks, type ChunkSteps } from './bulk-chunks.ts';
import { BulkLedger } from './bulk-ledger.ts';
import { type BulkResult, type BulkResults, problemsOf } from './bulk-result.ts';

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

type Chunk = IdBulk;

/**
 * Deletes or restores records one by one in one transaction, as single calls of `change` do. A refused row appears in
 * the results and does not stop the rest.
 */
export async function changeByIds(
  context: ChangeContext<readonly BulkResult[]>,
  bulk: IdBulk,
): Promise<Outcome<readonly BulkResult[]>> {
  const { chunks, work } = await prepared(context.store.engine, context, bulk);
  return await runChange(context, (transaction, fresh) => changeChunks(transaction, fresh, chunks, work));
}

/** The same within an open transaction, without an idempotency key. */
export async function changeByIdsWithin(
  transaction: Queryable,
  context: RequestContext,
  bulk: IdBulk,
): Promise<readonly BulkResult[]> {
  const { chunks, work } = await prepared(transaction, context, bulk);
  return valueOf(await changeChunks(transaction, context, chunks, work));
}

/** Divides the ids into chunks by the size of their records. */
async function prepared(engine: Queryable, { actor }: RequestContext, bulk: IdBulk) {
  const { resource, rows } = bulk;
  const sizes = await storedSizes(engine, resource, actor.accountId, rows.map(({ id }) => id).filter(isId));
  const records = { idOf: ({ id }: IdRow) => id, lengths: sizes };
  const chunks = chunksOf(rows, ({ pointer }) => pointer.length, records).map((some) => ({ ...bulk, rows: some }));
  const work = { resource, key: 'ids', sizes, lock: 'update', targetsOf, ...steps } as const;
  return { chunks, work };
}

const targetsOf = ({ rows }: Chunk): (string | null)[] => rows.map(({ id }) => id);

const itemOf = ({ pointer, id }: IdRow) => ({ pointer, id, input: {}, problems: [] });

const steps: ChunkSteps<Chunk> = {
  begin: (transaction, context, { resource, action, rows }) =>
    beginKeyedSession(transaction, context, { resource, action, items: rows.map(itemOf) }),
  draftsOf,
  write: async (session, drafts, answer) => {
    const statements = drafts.length > 0 ? await writePlan(session, drafts) : [];
    await write(session.transaction, session.context.actor.accountId, [...statements, ...answer]);
  },
};

/** Judges the rows of a chunk. @returns the drafts to write. */
async function draftsOf(session: ChangeSession, { action, rows }: Chunk, results: BulkResults): Promise<Draft[]> {
  const ledger = new BulkLedger(session, action === 'restore' ? await foldedIds(session) : new Map());
  const drafts: Draft[] = [];
  await inTurns(rows, async (row) => {
    const draft = await draftOfRow(row, ledger, { action, results });
    if (draft) drafts.push(draft);
  });
  return drafts;
}

async function draftOfRow(
  row: IdRow,
  ledger: BulkLedger,
  { action, results }: { action: IdBulk['action']; results: BulkResults },
): Promise<Draft | null> {
  const told = { pointer: row.pointer, idPointer: row.pointer, externalId: null };
  if (row.problems.length > 0) {
    results.enterFailed(told, null, row.problems);
    return null;
  }
  try {
    const draft = await draftOf(ledger.sessionFor(action), itemOf(row), 0);
    ledger.enter(draft);
    results.enterDone(draft);
    return draft;
  } catch (thrown) {
    results.enterFailed(told, row.id, problemsOf(thrown, told));
    return null;
  }
}

/** The form that all spellings of an external id share, by the external ids that restored records take again. */
async function foldedIds({ transaction, context, changeSet, prefetched }: ChangeSession): Promise<Map<string, string>> {
  const asked = [...prefetched.rows.values()].flatMap(({ external_id: externalId }) =>
    typeof externalId === 'string' ? [externalId] : [],
  );
  if (asked.length === 0) return new Map();
  const found = await findExternalIds(transaction, changeSet.resource, context.actor.accountId, [...new Set(asked)]);
  return new Map(found.map((one) => [one.asked, one.folded]));
}
